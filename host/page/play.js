// SPDX-License-Identifier: MIT
//
// Plays a recorded run: bodies where they were, on the sea that follows from its waves.  Needs nothing but a browser
// with WebGL 2.  Parts: the data, the sea, the bodies, drawing, the view, the controls.
'use strict';
(() => {
const $ = (id) => document.getElementById(id);
const fail = (text) => { $('error').textContent = text; document.body.dataset.error = text; };
window.addEventListener('error', (event) => fail('Something is wrong with this page: ' + event.message));

// ---- the data ------------------------------------------------------------------------------------------------------

const run = JSON.parse($('run').textContent);
const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;
const time = new Float64Array(bytes(run.time));             // s, of each frame
const place = new Float32Array(bytes(run.place));           // m from run.origin: [frame][body][3]
const attitude = new Int16Array(bytes(run.attitude));       // w x y z, times 32767: [frame][body][4]
const frames = time.length, bodies = run.bodies.length;
const first = time[0], last = time[frames - 1];
const hulls = run.hulls.map((h) => ({
  name: h.name, vertices: new Float32Array(bytes(h.vertices)), triangles: new Uint32Array(bytes(h.triangles)),
}));

// ---- the sea -------------------------------------------------------------------------------------------------------

// A wave: amplitude, kx, kz, omega, phase, and by how much it moves water along x and z; see flo_wave in flotilla.h.
const waves = run.waves;
const turn = 2 * Math.PI;

// The place of the water whose label is a, b.
function particle(a, b, t) {
  let x = a, y = run.level, z = b;
  for (const [height, kx, kz, omega, phase, qx, qz] of waves) {
    const angle = kx * a + kz * b - omega * t + phase, sine = Math.sin(angle);
    x -= qx * sine; y += height * Math.cos(angle); z -= qz * sine;
  }
  return [x, y, z];
}

// The height above a place: its label is found by going back by the displacement, again and again.
function water(x, z, t) {
  let a = x, b = z, at = particle(a, b, t);
  for (let i = 0; i < 200 && Math.abs(at[0] - x) + Math.abs(at[2] - z) > 1e-10; i++) {
    a += x - at[0]; b += z - at[2];
    at = particle(a, b, t);
  }
  return at[1];
}

// A net over the water, fine in the middle and wide at its edge.  Waves that a part of it is too wide for are left out
// there, softly.
const SIDE = 169;
const net = {
  reach: 0, at: new Float64Array(SIDE), share: new Float32Array(SIDE * waves.length),
  x: new Float64Array(SIDE * SIDE), y: new Float64Array(SIDE * SIDE), z: new Float64Array(SIDE * SIDE),
  points: new Float32Array(SIDE * SIDE * 6),
};

function spread(reach) {
  if (Math.abs(net.reach / reach - 1) < 0.1) return;
  net.reach = reach;
  for (let i = 0; i < SIDE; i++) {
    const u = 2 * i / (SIDE - 1) - 1;
    net.at[i] = reach * (0.1 * u + 0.9 * u * u * u);
  }
  waves.forEach(([, kx, kz], w) => {
    const length = turn / Math.hypot(kx, kz);
    for (let i = 0; i < SIDE; i++) {
      const gap = Math.abs(net.at[Math.min(i + 1, SIDE - 1)] - net.at[Math.max(i - 1, 0)]) / 2;
      net.share[w * SIDE + i] = Math.min(1, Math.max(0, (length / gap - 2.5) / 4));
    }
  });
}

// Where the net's points are at time t, about a place; sums in double precision, row by column.
function lay(t, cx, cz) {
  const { x, y, z, at, share } = net, cosine = new Float64Array(SIDE), sine = new Float64Array(SIDE);
  for (let j = 0, n = 0; j < SIDE; j++) {
    for (let i = 0; i < SIDE; i++, n++) { x[n] = cx + at[i]; y[n] = run.level; z[n] = cz + at[j]; }
  }
  waves.forEach(([height, kx, kz, omega, phase, qx, qz], w) => {
    for (let i = 0; i < SIDE; i++) {
      const angle = kx * (cx + at[i]), kept = share[w * SIDE + i];
      cosine[i] = kept * Math.cos(angle); sine[i] = kept * Math.sin(angle);
    }
    const moving = (phase - omega * t) % turn;
    for (let j = 0, n = 0; j < SIDE; j++) {
      const angle = kz * (cz + at[j]) + moving, kept = share[w * SIDE + j];
      const c = kept * Math.cos(angle), s = kept * Math.sin(angle);
      for (let i = 0; i < SIDE; i++, n++) {
        const sn = sine[i] * c + cosine[i] * s;
        y[n] += height * (cosine[i] * c - sine[i] * s);
        x[n] -= qx * sn; z[n] -= qz * sn;
      }
    }
  });
}

// The net for the graphics: places about the view's middle, and normals from neighbours.
function weave(origin) {
  const { x, y, z, points } = net;
  for (let j = 0, n = 0; j < SIDE; j++) {
    const above = Math.max(j - 1, 0) * SIDE, below = Math.min(j + 1, SIDE - 1) * SIDE;
    for (let i = 0; i < SIDE; i++, n++) {
      const l = n - (i > 0), r = n + (i < SIDE - 1), u = above + i, d = below + i;
      const ax = x[r] - x[l], ay = y[r] - y[l], az = z[r] - z[l], bx = x[d] - x[u], by = y[d] - y[u], bz = z[d] - z[u];
      let nx = by * az - bz * ay, ny = bz * ax - bx * az, nz = bx * ay - by * ax;
      const size = Math.hypot(nx, ny, nz) || 1, k = 6 * n;
      points[k] = x[n] - origin[0]; points[k + 1] = y[n] - origin[1]; points[k + 2] = z[n] - origin[2];
      points[k + 3] = nx / size; points[k + 4] = ny / size; points[k + 5] = nz / size;
    }
  }
}

// ---- the bodies ----------------------------------------------------------------------------------------------------

// The frame at or before a time, and how far on to the next one.
function moment(t) {
  let low = 0, high = Math.max(frames - 2, 0);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (time[middle] <= t) low = middle; else high = middle - 1;
  }
  const span = frames > 1 ? time[low + 1] - time[low] : 0;
  return [low, span > 0 ? Math.min(1, Math.max(0, (t - time[low]) / span)) : 0];
}

// How fast a coordinate changes at a frame, by its neighbours.
function slope(frame, at) {
  const before = Math.max(frame - 1, 0), after = Math.min(frame + 1, frames - 1), step = 3 * bodies;
  return after > before ? (place[after * step + at] - place[before * step + at]) / (time[after] - time[before]) : 0;
}

// A body's place between frames, by a cubic, and its velocity; m from run.origin, m/s.
function whereabouts(body, [frame, u]) {
  const next = Math.min(frame + 1, frames - 1), span = time[next] - time[frame], p = [0, 0, 0], v = [0, 0, 0];
  for (let i = 0; i < 3; i++) {
    const at = 3 * body + i, a = place[frame * 3 * bodies + at], b = place[next * 3 * bodies + at];
    const c = slope(frame, at) * span, d = slope(next, at) * span, w = 1 - u;
    p[i] = (1 + 2 * u) * w * w * a + u * w * w * c + u * u * (3 - 2 * u) * b - u * u * w * d;
    v[i] = span > 0 ? (6 * u * w * (b - a) + w * (1 - 3 * u) * c + u * (3 * u - 2) * d) / span : 0;
  }
  return [p, v];
}

function quaternion(body, [frame, u]) {
  const next = Math.min(frame + 1, frames - 1), q = [0, 0, 0, 0];
  const one = attitude.subarray(4 * (frame * bodies + body)), other = attitude.subarray(4 * (next * bodies + body));
  let dot = 0, size = 0;
  for (let i = 0; i < 4; i++) dot += one[i] * other[i];
  for (let i = 0; i < 4; i++) {
    const a = one[i], b = other[i];
    q[i] = (1 - u) * a + (dot < 0 ? -u : u) * b;
    size += q[i] * q[i];
  }
  return q.map((value) => value / (Math.sqrt(size) || 1));
}

// Heading, pitch, roll in degrees: about y, then x, then z.
function angles([w, x, y, z]) {
  const down = Math.min(1, Math.max(-1, 2 * (w * x - y * z)));
  return [Math.atan2(2 * (x * z + w * y), 1 - 2 * (x * x + y * y)), Math.asin(down),
    Math.atan2(2 * (x * y + w * z), 1 - 2 * (x * x + z * z))].map((a) => a * 180 / Math.PI);
}

// ---- drawing -------------------------------------------------------------------------------------------------------

const canvas = $('view'), gl = canvas.getContext('webgl2', { antialias: true, preserveDrawingBuffer: true });
if (!gl) { fail('This page needs a browser with WebGL 2.'); return; }

const light = `#version 300 es
precision highp float;
uniform vec3 eye, sun;
vec3 sky(vec3 d) {
  float up = max(d.y, 0.0);
  vec3 c = mix(vec3(0.79, 0.87, 0.92), vec3(0.22, 0.46, 0.74), pow(up, 0.55));
  float s = max(dot(d, sun), 0.0);
  return c + vec3(1.0, 0.86, 0.62) * (0.22 * pow(s, 8.0) + 0.9 * pow(s, 900.0));
}`;
const sources = {
  sky: [`#version 300 es
in vec2 corner; uniform mat4 back; out vec3 far;
void main() { vec4 p = back * vec4(corner, 1.0, 1.0); far = p.xyz / p.w; gl_Position = vec4(corner, 0.99999, 1.0); }`,
  `${light} in vec3 far; out vec4 colour; void main() { colour = vec4(sky(normalize(far - eye)), 1.0); }`],

  sea: [`#version 300 es
in vec3 point, normal; uniform mat4 view; out vec3 at, up;
void main() { at = point; up = normal; gl_Position = view * vec4(point, 1.0); }`,
  `${light}
in vec3 at, up; uniform float reach, crest, still, fine, t; uniform vec2 shift; out vec4 colour;
float chance(vec2 cell) {
  cell = mod(cell, 64.0);
  return fract(sin(dot(cell, vec2(12.9898, 78.233))) * 43758.5453);
}
float bumps(vec2 p) {           // smooth noise that repeats after 64
  vec2 i = floor(p), f = fract(p), u = f * f * (3.0 - 2.0 * f);
  return mix(mix(chance(i), chance(i + vec2(1, 0)), u.x),
    mix(chance(i + vec2(0, 1)), chance(i + vec2(1, 1)), u.x), u.y);
}
float ripples(vec2 p) {
  return bumps(p + vec2(0.9, 0.4) * t) + 0.5 * bumps(2.0 * p - vec2(0.7, -1.1) * t + 17.0);
}
void main() {
  vec3 n = normalize(up), v = normalize(eye - at);
  float away = length(eye - at), near = exp(-away / (60.0 * fine));
  vec2 p = mod(at.xz / fine + shift, 64.0);
  float d = 0.07, here = ripples(p);
  n = normalize(n - 0.11 * near * vec3(ripples(p + vec2(d, 0)) - here, 0.0, ripples(p + vec2(0, d)) - here) / d);
  vec3 r = reflect(-v, n);
  r.y = abs(r.y);
  float mirror = 0.02 + 0.98 * pow(1.0 - max(dot(n, v), 0.0), 5.0);
  float lift = clamp(0.5 + 0.5 * (at.y - still) / crest, 0.0, 1.0);
  float face = clamp(0.5 - 1.6 * dot(n.xz, normalize(sun.xz)), 0.0, 1.0);
  vec3 body = mix(vec3(0.002, 0.055, 0.11), vec3(0.015, 0.34, 0.38), 0.35 * face + 0.65 * lift * lift);
  float glint = pow(max(dot(r, sun), 0.0), 220.0);
  vec3 c = mix(body, sky(r), mirror) + vec3(1.0, 0.88, 0.66) * 1.3 * glint;
  float haze = smoothstep(0.3, 0.97, length(at.xz) / reach);
  colour = vec4(mix(c, vec3(0.79, 0.87, 0.92), haze), mix(0.9, 1.0, max(mirror, haze)));
}`],

  hull: [`#version 300 es
in vec3 point; uniform mat4 view, pose; out vec3 at, own;
void main() { vec4 p = pose * vec4(point, 1.0); at = p.xyz; own = point; gl_Position = view * p; }`,
  `${light}
in vec3 at, own; uniform vec3 paint; out vec4 colour;
void main() {
  vec3 n = normalize(cross(dFdx(at), dFdy(at))), o = normalize(cross(dFdx(own), dFdy(own)));
  vec3 v = normalize(eye - at);
  if (dot(n, v) < 0.0) n = -n;
  vec3 c = mix(paint, vec3(0.97, 0.93, 0.86), smoothstep(0.75, 0.95, abs(o.y)) * step(0.0, n.y));
  float shine = pow(max(dot(reflect(-v, n), sun), 0.0), 24.0);
  c *= vec3(0.50, 0.53, 0.57) + 0.2 * n.y + vec3(0.66, 0.60, 0.50) * max(dot(n, sun), 0.0);
  colour = vec4(c + 0.12 * shine, 1.0);
}`],
};

function program([vertex, fragment]) {
  const p = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
    gl.attachShader(p, shader);
  }
  gl.linkProgram(p);
  if (!gl.getProgramParameter(p, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(p));
  const uniform = {};
  for (let i = 0; i < gl.getProgramParameter(p, gl.ACTIVE_UNIFORMS); i++) {
    const { name } = gl.getActiveUniform(p, i);
    uniform[name] = gl.getUniformLocation(p, name);
  }
  return { p, uniform };
}

// Numbers of a point in one buffer, as inputs of a program by their names and sizes; with triangles.
function shape(of, data, inputs, triangles, usage) {
  const array = gl.createVertexArray(), buffer = gl.createBuffer();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, data, usage);
  const stride = 4 * inputs.reduce((sum, [, size]) => sum + size, 0);
  let offset = 0;
  for (const [name, size] of inputs) {
    const at = gl.getAttribLocation(of.p, name);
    if (at >= 0) gl.enableVertexAttribArray(at);
    if (at >= 0) gl.vertexAttribPointer(at, size, gl.FLOAT, false, stride, offset);
    offset += 4 * size;
  }
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, triangles, gl.STATIC_DRAW);
  return { array, buffer, count: triangles.length };
}

function draw(s) {
  gl.bindVertexArray(s.array);
  gl.drawElements(gl.TRIANGLES, s.count, gl.UNSIGNED_INT, 0);
}

function squares() {
  const list = new Uint32Array((SIDE - 1) * (SIDE - 1) * 6);
  for (let j = 0, k = 0; j < SIDE - 1; j++) {
    for (let i = 0; i < SIDE - 1; i++) {
      const n = j * SIDE + i;
      for (const corner of [n, n + SIDE, n + 1, n + 1, n + SIDE, n + SIDE + 1]) list[k++] = corner;
    }
  }
  return list;
}

const skyProgram = program(sources.sky), seaProgram = program(sources.sea), hullProgram = program(sources.hull);
const skyShape = shape(skyProgram, new Float32Array([-1, -1, 3, -1, -1, 3]), [['corner', 2]],
  new Uint32Array([0, 1, 2]), gl.STATIC_DRAW);
const seaShape = shape(seaProgram, net.points, [['point', 3], ['normal', 3]], squares(), gl.DYNAMIC_DRAW);
const hullShapes = hulls.map((h) => shape(hullProgram, h.vertices, [['point', 3]], h.triangles, gl.STATIC_DRAW));

// Matrices are columns, as the graphics want them.
function perspective(angle, aspect, near, far) {
  const f = 1 / Math.tan(angle / 2), d = near - far;
  return [f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / d, -1, 0, 0, 2 * far * near / d, 0];
}

function multiply(a, b) {
  const m = new Array(16).fill(0);
  for (let c = 0; c < 4; c++) for (let r = 0; r < 4; r++) for (let k = 0; k < 4; k++) {
    m[4 * c + r] += a[4 * k + r] * b[4 * c + k];
  }
  return m;
}

// Looks from the eye towards the middle, which is at 0, 0, 0.
function looking(eye) {
  const size = Math.hypot(...eye), z = eye.map((e) => e / size), flat = Math.hypot(z[0], z[2]);
  const x = [z[2] / flat, 0, -z[0] / flat], y = [z[1] * x[2], z[2] * x[0] - z[0] * x[2], -z[1] * x[0]];
  return [x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0, 0, 0, -size, 1];
}

// The inverse of a projection times a rotation and a shift back.
function inverse(angle, aspect, near, far, eye) {
  const m = looking(eye), f = 1 / Math.tan(angle / 2), d = near - far;
  const depth = 2 * far * near;
  const undo = [aspect / f, 0, 0, 0, 0, 1 / f, 0, 0, 0, 0, 0, d / depth, 0, 0, -1, (far + near) / depth];
  const back = [m[0], m[4], m[8], 0, m[1], m[5], m[9], 0, m[2], m[6], m[10], 0, ...eye, 1];
  return multiply(back, undo);
}

function pose([w, x, y, z], p) {
  return [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0,
    2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0,
    2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0, ...p, 1];
}

// ---- the view ------------------------------------------------------------------------------------------------------

const home = { yaw: 2.5, pitch: 0.22, distance: run.half * 1.35, body: -1 };
const look = { ...home, t: first, playing: frames > 1, speed: 1, middle: null, drawn: 0 };
const ANGLE = 0.75;
const colours = [[0.93, 0.36, 0.10], [0.88, 0.22, 0.20], [0.95, 0.62, 0.14], [0.16, 0.42, 0.62], [0.20, 0.55, 0.42],
  [0.55, 0.30, 0.55]];

// What is looked at, m from run.origin: a body, or the middle of them all, at the water's level.
function target(now) {
  if (look.body >= 0) return whereabouts(look.body, now)[0];
  const sum = [0, 0, 0];
  for (let b = 0; b < bodies; b++) {
    const p = whereabouts(b, now)[0];
    sum[0] += p[0] / bodies; sum[2] += p[2] / bodies;
  }
  sum[1] = run.level - run.origin[1];
  return sum;
}

function render() {
  const ratio = window.devicePixelRatio || 1, now = moment(look.t);
  const width = Math.round(canvas.clientWidth * ratio), height = Math.round(canvas.clientHeight * ratio);
  if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
  const goal = target(now), ease = look.middle && look.eased ? 0.15 : 1;
  look.middle = goal.map((g, i) => look.middle ? look.middle[i] + ease * (g - look.middle[i]) : g);
  if (look.eased && Math.hypot(...goal.map((g, i) => g - look.middle[i])) < 0.01 * look.distance) look.eased = false;
  const middle = look.middle, origin = middle.map((m, i) => m + run.origin[i]);
  spread(Math.max(6 * look.distance, 2.5 * run.half));
  lay(look.t, origin[0], origin[2]);
  weave(origin);
  const eye = [look.distance * Math.cos(look.pitch) * Math.sin(look.yaw), look.distance * Math.sin(look.pitch),
    look.distance * Math.cos(look.pitch) * Math.cos(look.yaw)];
  const dry = water(origin[0] + eye[0], origin[2] + eye[2], look.t) - origin[1] + 0.02 * look.distance;
  eye[1] = Math.max(eye[1], dry);       // never under water
  const lens = [ANGLE, width / height, 0.02 * look.distance, 2.5 * net.reach];
  const view = multiply(perspective(...lens), looking(eye));
  look.matrix = view;
  gl.viewport(0, 0, width, height);
  gl.clear(gl.DEPTH_BUFFER_BIT);
  gl.enable(gl.DEPTH_TEST);
  gl.disable(gl.BLEND);
  use(skyProgram, eye);
  gl.uniformMatrix4fv(skyProgram.uniform.back, false, inverse(...lens, eye));
  gl.depthMask(false);
  draw(skyShape);
  gl.depthMask(true);
  drawBodies(now, middle, view, eye);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  use(seaProgram, eye);
  gl.uniformMatrix4fv(seaProgram.uniform.view, false, view);
  gl.uniform1f(seaProgram.uniform.reach, net.reach);
  gl.uniform1f(seaProgram.uniform.crest, Math.max(run.hs, 0.05));
  gl.uniform1f(seaProgram.uniform.still, run.level - origin[1]);
  gl.uniform1f(seaProgram.uniform.fine, fine);
  gl.uniform1f(seaProgram.uniform.t, look.t % 6400);
  gl.uniform2f(seaProgram.uniform.shift, origin[0] / fine % 64, origin[2] / fine % 64);
  gl.bindBuffer(gl.ARRAY_BUFFER, seaShape.buffer);
  gl.bufferSubData(gl.ARRAY_BUFFER, 0, net.points);
  draw(seaShape);
  look.drawn++;
  tell(now);
}

const sun = [0.12, 0.38, 0.88].map((s) => s / Math.hypot(0.12, 0.38, 0.88));
const fine = Math.max(0.02 * run.half, 0.05);       // m, of ripples, which only the eye wants

function use(of, eye) {
  gl.useProgram(of.p);
  gl.uniform3fv(of.uniform.eye, eye);
  gl.uniform3fv(of.uniform.sun, sun);
}

function drawBodies(now, middle, view, eye) {
  use(hullProgram, eye);
  gl.uniformMatrix4fv(hullProgram.uniform.view, false, view);
  for (let b = 0; b < bodies; b++) {
    const hull = run.bodies[b][1], p = whereabouts(b, now)[0].map((v, i) => v - middle[i]);
    gl.uniformMatrix4fv(hullProgram.uniform.pose, false, pose(quaternion(b, now), p));
    gl.uniform3fv(hullProgram.uniform.paint, b === look.body ? [0.98, 0.78, 0.12] : colours[hull % colours.length]);
    draw(hullShapes[hull]);
  }
}

// ---- the controls --------------------------------------------------------------------------------------------------

function put(id, text) { if ($(id).textContent !== text) $(id).textContent = text; }

function tell(now) {
  put('clock', `${(look.t).toFixed(1)} of ${last.toFixed(1)} s`);
  put('play', look.playing ? '❚❚' : '▶');
  $('scrub').value = last > first ? (look.t - first) / (last - first) : 0;
  const body = look.body >= 0 ? look.body : bodies === 1 ? 0 : -1;
  if (body < 0) { $('state').hidden = true; return; }
  $('state').hidden = false;
  const [p, v] = whereabouts(body, now), [heading, pitch, roll] = angles(quaternion(body, now));
  const x = p[0] + run.origin[0], y = p[1] + run.origin[1], z = p[2] + run.origin[2];
  const rows = [['body', run.bodies[body][0]], ['hull', hulls[run.bodies[body][1]].name],
    ['speed', Math.hypot(v[0], v[2]).toFixed(2) + ' m/s'], ['heave', y.toFixed(2) + ' m'],
    ['water', water(x, z, look.t).toFixed(2) + ' m'], ['heading', heading.toFixed(0) + '°'],
    ['pitch', pitch.toFixed(1) + '°'], ['roll', roll.toFixed(1) + '°']];
  const table = document.createElement('table');
  for (const [name, value] of rows) {
    const row = table.insertRow();
    row.insertCell().textContent = name;
    row.insertCell().textContent = value;
  }
  $('state').replaceChildren(table);
}

function follow(body) {
  look.body = body;
  look.eased = true;
  $('follow').value = body;
  if (body >= 0) look.distance = Math.min(look.distance, 4 * Math.max(sizes[run.bodies[body][1]], 0.02 * run.half));
}

const sizes = hulls.map((h) => {
  let size = 0;
  for (let i = 0; i < h.vertices.length; i += 3) {
    size = Math.max(size, 2 * Math.hypot(h.vertices[i], h.vertices[i + 1], h.vertices[i + 2]));
  }
  return size;
});

// The body nearest to a place of the window, if one is near.
function bodyAt(px, py) {
  let best = -1, least = 40;
  for (let b = 0; b < bodies; b++) {
    const p = whereabouts(b, moment(look.t))[0].map((v, i) => v - look.middle[i]), m = look.matrix;
    const [x, y, , w] = [0, 1, 2, 3].map((r) => m[r] * p[0] + m[4 + r] * p[1] + m[8 + r] * p[2] + m[12 + r]);
    const dx = (x / w + 1) / 2 * canvas.clientWidth - px, dy = (1 - y / w) / 2 * canvas.clientHeight - py;
    if (w > 0 && Math.hypot(dx, dy) < least) { least = Math.hypot(dx, dy); best = b; }
  }
  return best;
}

const fingers = new Map();
let moved = 0, pinch = 0;
canvas.addEventListener('pointerdown', (e) => {
  canvas.setPointerCapture(e.pointerId);
  fingers.set(e.pointerId, [e.clientX, e.clientY]);
  moved = pinch = 0;
});
canvas.addEventListener('pointermove', (e) => {
  const before = fingers.get(e.pointerId);
  if (!before) return;
  const dx = e.clientX - before[0], dy = e.clientY - before[1];
  fingers.set(e.pointerId, [e.clientX, e.clientY]);
  moved += Math.abs(dx) + Math.abs(dy);
  if (fingers.size === 1) {
    look.yaw -= 0.006 * dx;
    look.pitch = Math.min(1.55, Math.max(-0.2, look.pitch + 0.005 * dy));
  } else {
    const [a, b] = [...fingers.values()], apart = Math.hypot(a[0] - b[0], a[1] - b[1]);
    if (pinch > 0) zoom(pinch / apart);
    pinch = apart;
  }
});
for (const end of ['pointerup', 'pointercancel']) {
  canvas.addEventListener(end, (e) => {
    if (fingers.delete(e.pointerId) && end === 'pointerup' && moved < 5) {
      const body = bodyAt(e.clientX, e.clientY);
      if (body >= 0) follow(body);
    }
  });
}
const zoom = (by) => { look.distance = Math.min(20 * run.half, Math.max(0.02 * run.half, look.distance * by)); };
canvas.addEventListener('wheel', (e) => { e.preventDefault(); zoom(Math.exp(0.001 * e.deltaY)); }, { passive: false });

function play(on) {
  look.playing = on && frames > 1;
  if (look.playing && look.t >= last) look.t = first;
}
const seek = (t) => { look.t = Math.min(last, Math.max(first, t)); };
$('play').addEventListener('click', () => play(!look.playing));
$('scrub').addEventListener('input', (e) => { play(false); seek(first + e.target.valueAsNumber * (last - first)); });
$('speed').addEventListener('change', (e) => { look.speed = Number(e.target.value); });
$('follow').addEventListener('change', (e) => follow(Number(e.target.value)));
$('home').addEventListener('click', () => {
  Object.assign(look, home, { eased: true });
  $('follow').value = home.body;
});
window.addEventListener('keydown', (e) => {
  if (e.target.tagName === 'SELECT') return;
  if (e.key === ' ') { e.preventDefault(); play(!look.playing); }
  if (e.key === 'ArrowLeft') seek(look.t - 1);
  if (e.key === 'ArrowRight') seek(look.t + 1);
});

function describe() {
  document.title = run.title + ' – Flotilla';
  document.querySelector('#about h1').textContent = run.title;
  put('sea', `Hs ${run.hs.toPrecision(3)} m, Tp ${run.tp.toPrecision(3)} s, ${run.fleet} ` +
    (run.fleet === 1 ? 'body' : 'bodies'));
  for (const note of run.notes) {
    document.querySelector('#about ul').appendChild(document.createElement('li')).textContent = note;
  }
  $('follow').add(new Option('the fleet', -1));
  run.bodies.forEach(([index, hull], b) => $('follow').add(new Option(`body ${index} (${hulls[hull].name})`, b)));
}

// The address may say how to begin: #t=12.5&pause&body=3&yaw=1&pitch=0.3&distance=40
function obey() {
  const words = new URLSearchParams(location.hash.slice(1));
  for (const name of ['yaw', 'pitch', 'distance', 'speed']) if (words.has(name)) look[name] = Number(words.get(name));
  if (words.has('body')) follow(run.bodies.findIndex(([index]) => index === Number(words.get('body'))));
  if (words.has('distance')) look.distance = Number(words.get('distance'));
  if (words.has('t')) seek(Number(words.get('t')));
  if (words.has('pause')) look.playing = false;
  look.eased = false;
}

let before = 0;
function tick(ms) {
  const passed = before ? Math.min(0.1, (ms - before) / 1000) : 0;
  before = ms;
  if (look.playing) {
    look.t += look.speed * passed;
    if (look.t >= last) { look.t = last; look.playing = false; }
  }
  render();
  requestAnimationFrame(tick);
}

describe();
obey();
window.flotilla = { run, look, water, whereabouts, moment, quaternion };
requestAnimationFrame(tick);
})();
