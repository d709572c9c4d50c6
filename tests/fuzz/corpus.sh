#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Makes what fuzzers start from: texts of every form that a reader takes, from the examples and from here, and
# dictionaries of the words that the readers' own sources have.  Usage: tests/fuzz/corpus.sh FOLDER
set -e
folder=$1
cd "$(dirname "$0")/../.."
for target in api csv mesh ndbc scene sdf snapshot swan; do mkdir -p "$folder/$target"; done

# words TARGET FILE...: the literals of sources without escapes, as libFuzzer's dictionary
words() {
    target=$1
    shift
    cat "$@" | grep -v '^#include' | grep -oE '"[^"\\%]{1,24}"' | sort -u >"$folder/$target.dict"
}
words scene host/io/scene*.c host/io/yaml*.c
cat >>"$folder/scene.dict" <<'END'
"&a"
"*a"
"<<"
"? "
"- "
"|\x0a"
"---"
"...\x0a"
"\xef\xbb\xbf"
"\x00"
"1e308"
".inf"
".nan"
"0x10"
"record.txt"
"mesh.obj"
END
words swan host/io/swan*.c
words ndbc host/io/ndbc*.c
words sdf host/io/sdf*.c
printf '"${"\n"}"\n"$(arg "\n"xacro:"\n"<![CDATA["\n"]]>"\n"<!DOCTYPE"\n"&#0;"\n"&lt;"\n"**"\n' >>"$folder/sdf.dict"
printf '"facet"\n"normal"\n"outer loop"\n"vertex"\n"endloop"\n"endfacet"\n"endsolid"\n"solid"\n"v "\n"vn "\n"vt "\n' \
    >"$folder/mesh.dict"
printf '"f "\n"//"\n"-1"\n"g "\n"o "\n"usemtl "\n"nan"\n"inf"\n"1e39"\n"glTF"\n"JSON"\n"BIN\\x00"\n' \
    >>"$folder/mesh.dict"
for word in accessors asset buffer bufferView bufferViews buffers byteLength byteOffset byteStride componentType count \
    indices matrix max meshes min mode mesh nodes children primitives attributes POSITION scale scene scenes rotation \
    translation type uri VEC3 SCALAR sparse 'data:application/octet-stream;base64,'; do
    printf '"%s"\n' "$word" >>"$folder/mesh.dict"
done
printf '"x,z"\n"x, z"\n"nan"\n"inf"\n"1e309"\n"4.9e-324"\n"\\xef\\xbb\\xbf"\n"\\x0d\\x0a"\n"0x1p3"\n"1e9"\n"1e-330"\n' \
    >"$folder/csv.dict"

# ---- scenes ----------------------------------------------------------------------------------------------------------
cp examples/*.yaml examples/experiments/*.yaml "$folder/scene/"
cat >"$folder/scene/many-keys.yaml" <<'END'
device: scalar
integrator: symplectic
time: {step: 0.05, steps: 20, start: 12.5}
sea: {gravity: 9.8, density: 1000, level: 1.5, depth: 20, current: [0.5, -0.25], inversion: 3, normal_offset: 0.1,
      mean_level_correction: true, waves: [{amplitude: 0.5, wavelength: 20, heading: 30, steepness: 0.5, phase: 90},
      {amplitude: 0.1, period: 3}, {amplitude: 0.2, wavelength: 9, angular_frequency: 2}]}
hulls:
  points: {mass: 900, inertia: [900, 1100, 300], inertia_scale: 2, principal_axes: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
      center_of_mass: [0, -0.3, 0], volume: 2, points: [[-1, 0, -2], [1, 0, -2], [-1, 0, 2], [1, 0, 2]],
      buoyancy: {law: proportional, curve: saturate, reference_depth: 0.5, alpha: 2, bias: 1.05},
      damping: {vertical: 3, of: points, relative: true, quadratic: 1, angular: 1, angular_form: velocity,
      scale_by_submerged: true}, drag: {linear: 1, quadratic: 0.05, local: [10, 3, 1], only_in_water: false,
      relative: true}, push: {strength: 0.5, velocity: analytic}, added_mass: {coefficient: [0.5, 0.5, 0.1],
      entry_exponent: 0.5, rotation: [0.1, 0.1, 0.1]}, thrust: {power: 4000, position: [0, -0.2, -2]},
      steering: {base: 500, speed: 2000, reference_speed: 8, needs_water: true, lean: 10}}
  box: {mass: 500, box: {size: [1, 1, 1], grid: [2, 2, 2]}, buoyancy: {law: archimedes}}
  mesh: {mass: 50, mesh: {file: mesh.obj, method: panels, samples: 20, scale: 2, up: z}, buoyancy: {law: archimedes}}
  spring: {mass: 5, inertia: [1, 1, 1], points: [[0, 0, 0]], buoyancy: {law: spring, stiffness: 100}}
bodies:
  - {hull: points, count: 4, spacing: 5, position: [1, 2, 3], heading: 45, attitude: [5, -5], velocity: [1, 0, 0],
     angular_velocity: [0, 1, 0], throttle: 0.5, steer: -0.5, controls: [[0, 1, 0], [2, 0.5, 1]],
     pushes: [[1, 2, [0, 100, 0], [0, 0, 1]]]}
  - {hull: box, mode: kinematic, smoothing: 2, yaw_rate: 10}
  - {hull: mesh, mode: hybrid}
output: {every: 5, csv: false, npy: true, vtk: vtu, plot: true, page: false}
END
cat >"$folder/scene/spectrum.yaml" <<'END'
sea: {spectrum: {type: tma, hs: 1.5, tp: 6, gamma: 2, heading: 10, spreading: 4, components: 8, seed: 3, cutoff: 2.5,
      steepness: 0.8}, depth: 12}
END
printf 'sea: {record: {file: record.txt, time: 2019-02-06 00:40, components: 8, heading: 5, spreading: 3}}\n' \
    >"$folder/scene/record.yaml"
printf 'a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b, *b]\n' >"$folder/scene/aliases.yaml"
printf 'hulls:\n  ? boat\n  : mass: 1\n    points:\n    - &p [0, 0, 0]\n    - *p\n    - "t"\n    - |\n      block\n' \
    >"$folder/scene/forms.yaml"
printf '\357\273\277sea: {}\r\ntime: {step: 1e-1}\r\n' >"$folder/scene/crlf.yaml"

# ---- records ---------------------------------------------------------------------------------------------------------
ndbc=$folder/ndbc
for layout in '@' 'B'; do
    {
        printf '%s' "$layout"
        cat examples/41010w2019.txt
        for letter in d i j k; do
            printf '\377'
            cat "examples/41010${letter}2019.txt"
        done
    } >"$ndbc/directional$layout"
done
printf '@YY MM DD hh  .100  .110\n97 12 31 23 1.5 2\n98 1 1 0 3 4\n' >"$ndbc/old"
printf '@#YY MM DD hh mm .10 .11\r\n#yr mo dy hr mn Hz Hz\r\n\r\n2019 2 6 0 40 7 2\r\n' >"$ndbc/crlf"
printf '@YY MM DD hh .10 .11\n98 1 1 0 1 2\nYY MM DD hh .20 .21 .22\n99 1 1 0 3 999 MM\n' >"$ndbc/joined"
printf 'A#YY  MM DD hh mm Sep_Freq  < spec_1 (freq_1) spec_2 (freq_2) ... >\n' >"$ndbc/realtime"
printf '2020 06 08 03 50 0.225 0.100 (0.033) 0.200 (0.038) 0.3 (0.043)\n' >>"$ndbc/realtime"

swan() { # NAME FIRST-BYTE: the standard input
    { printf '%s' "$2"; cat; } >"$folder/swan/$1"
}
head='SWAN 1\nTIME\n 1\nLONLAT\n 2\n 4.0 52.0\n 5.0 53.0\nRFREQ\n 3\n 0.08\n 0.10\n 0.12\n'
four='NDIR\n 4\n 0\n 90\n 180\n 270\nQUANT\n 1\nVaDens\nm2/Hz/degr\n -99\n'
printf "$head$four"'20200101.000000\nFACTOR\n 0.001\n 1 2 3 90\n 2 4 6 180\n 1 2 3 90\nZERO\n' | swan plane @
printf "$head$four"'20200101.000000\nNODATA\nFACTOR\n 0.004\n 90 2 3 1\n 180 4 6 2\n 90 2 3 -99\n' | swan place C
printf 'SWAN 1 x\n$ words\nLOCATIONS\n 1\n 4 52\nAFREQ\n 3\n 0.08\n 0.1\n 0.12\nQUANT\n 3\nVaDens\nm2/Hz\n%s' \
    ' -99
CDIR
degr
 -999
DSPRDEGR
degr
 -9
LOCATION 1
 1 270 30
 2 0 20
 1 90 10
' | swan line @
printf 'SWAN 1\nTIME\n 1\nLONLAT\n 1\n 4.5 52.25\nAFREQ\n 2\n 0.1\n 0.2\nCDIR\n 4\n 270\n 180\n 90\n 0\nQUANT\n 1\n%s' \
    'EnDens
J/m2/Hz/degr
 -0.9900E+02
20200101.000000
FACTOR
 0.5E-01
 1 2 3 4
 5 6 7 8
' | swan energy '@'

# ---- bodies ----------------------------------------------------------------------------------------------------------
cat >"$folder/sdf/vrx.sdf" <<'END'
@<?xml version="1.0"?><sdf version="1.6"><model name="boat"><link name="hull"><pose>0 0 0.1 0 0 0</pose><inertial>
<pose>0 0 0 0 0 1</pose><mass>180</mass><inertia><ixx>120</ixx><iyy>390</iyy><izz>450</izz><ixy>1</ixy></inertia>
</inertial><collision name="a"><pose>0 1 0 0 1.57 0</pose><geometry><cylinder><length>4</length><radius>0.2</radius>
</cylinder></geometry></collision><collision name="b"><geometry><box><size>1 2 3</size></box></geometry></collision>
<collision name="c"><geometry><sphere><radius>1</radius></sphere></geometry></collision></link>
<plugin name="s" filename="libSurface.so"><link_name>hull</link_name><vehicle_length>4.9</vehicle_length>
<hull_length>4.9</hull_length><vehicle_width>2.4</vehicle_width><hull_radius>0.213</hull_radius>
<fluid_level>0</fluid_level><fluid_density>1025</fluid_density><points><point>0.6 1.03 0</point>
<point>-1.4 1.03 0</point></points></plugin>
<plugin name="vrx::SimpleHydrodynamics" filename="libSimpleHydrodynamics.so">
<link_name>hull</link_name><xDotU>0</xDotU><yDotV>0</yDotV><nDotR>0</nDotR><xU>100</xU><xUU>150</xUU><yV>100</yV>
<yVV>100</yVV><zW>500</zW>
<kP>300</kP><mQ>900</mQ><nR>800</nR><nRR>800</nRR></plugin></model></sdf>
END
cat >"$folder/sdf/gz.sdf" <<'END'
@<sdf version="1.9"><world name="w"><model name="m"><link name="hull"><inertial><mass>200</mass><inertia><ixx>50</ixx>
<iyy>90</iyy><izz>100</izz></inertia><fluid_added_mass><xx>10</xx><yy>100</yy><zz>100</zz><pp>2</pp><qq>3</qq><rr>4</rr>
</fluid_added_mass></inertial><collision name="c"><geometry><box><size>2 1 0.5</size></box></geometry></collision>
</link><plugin filename="gz-sim-hydrodynamics-system" name="gz::sim::systems::Hydrodynamics"><link_name>hull</link_name>
<xDotU>-5</xDotU><xU>-10</xU><xUabsU>-20</xUabsU><yV>-10</yV><zW>-10</zW><kP>-1</kP><mQ>-1</mQ><nR>-1</nR>
<water_density>1025</water_density></plugin></model><plugin filename="gz-sim-buoyancy-system"
name="gz::sim::systems::Buoyancy"><uniform_fluid_density>1000</uniform_fluid_density></plugin></world></sdf>
END
cat >"$folder/sdf/lake.sdf" <<'END'
@<sdf version="1.11"><world name="w"><gravity>0 0 -1.62</gravity><wind><linear_velocity>5 0 0</linear_velocity></wind>
<plugin name="gz::sim::systems::Buoyancy"><graded_buoyancy><default_density>1300</default_density><density_change>
<above_depth>5</above_depth><density>1</density></density_change></graded_buoyancy><enable>m::hull</enable></plugin>
<model name="m"><static>true</static><link name="hull"><gravity>false</gravity><inertial auto="false"><mass>200</mass>
<density>7</density></inertial><collision name="c"><geometry><box><size>2 1 0.5</size></box></geometry><surface>
<friction><ode><mu>0.3</mu></ode></friction></surface></collision></link><gazebo reference="hull"><kp>1</kp>
<mu1 value="0.2"/></gazebo><gazebo><static>true</static></gazebo></model></world></sdf>
END
cat >"$folder/sdf/robot.xacro" <<'END'
B<robot xmlns:xacro="x" name="r"><xacro:property name="m" value="5"/><xacro:arg name="wide" default="2"/>
<xacro:macro name="part" params="name m:=7 long:='3' w:=${m} ^|p:=1 *block"><link name="${name}"><inertial><mass
value="${m * 2 ** 3 - sqrt(4)}"/><inertia ixx="1" iyy="1" izz="1"/></inertial><collision>
<origin xyz="0 0 1" rpy="0 0 1"/><geometry><box size="${long} $(arg wide) ${w}"/></geometry></collision></link>
</xacro:macro><xacro:part name="hull"/>
<xacro:if value="${m - 5}"><xacro:part name="c"/></xacro:if><xacro:unless value="false"><xacro:part name="d" m="${m}"/>
</xacro:unless><xacro:include filename="o.xacro"/><gazebo><plugin name="p" filename="libPolyhedraBuoyancyDrag.so">
<fluid_density>997</fluid_density><linear_drag>25</linear_drag><angular_drag>2</angular_drag><buoyancy name="b">
<link_name>hull</link_name><pose>0 0 0 0 0 0</pose><geometry><sphere><radius>0.5</radius></sphere></geometry></buoyancy>
</plugin></gazebo></robot>
END

# ---- meshes: the first byte says how; 0 to 3 of its lowest bits are STL, OBJ, glTF, GLB ------------------------------
for file in examples/experiments/*.obj; do
    { printf 'A'; cat "$file"; } >"$folder/mesh/$(basename "$file")"
done
printf 'av 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\ng x\nf 1 3 2\nf 1//1 2//2 4//3\nf -3 -2 -1\nf 3/1/1 1 4\nl 1 2\np 1\n' \
    >"$folder/mesh/tetrahedron.obj"
{
    printf '@solid t\n'
    for row in '0 0 0 0 1 0 1 0 0' '0 0 0 1 0 0 0 0 1' '1 0 0 0 1 0 0 0 1' '0 1 0 0 0 0 0 0 1'; do
        echo "$row" | awk '{ print "facet normal 0 0 0\nouter loop\nvertex", $1, $2, $3, "\nvertex", $4, $5, $6,
            "\nvertex", $7, $8, $9, "\nendloop\nendfacet" }'
    done
    printf 'endsolid t\n'
} >"$folder/mesh/text.stl"
{
    printf '@'
    awk 'BEGIN { for (i = 0; i < 80; i++) printf "x" }'
    printf '\001\000\000\000\000\000\000\000\000\000\000\000\000\000\200\077\000\000\000\000\000\000\000\000'
    printf '\000\000\000\000'
    printf '\000\000\200\077\000\000\000\000\000\000\000\000\000\000\000\000\000\000\200\077\000\000\000\000\000\000'
} >"$folder/mesh/bytes.stl"
# three corners, (0,0,0) (1,0,0) (0,1,0), and the indices 0, 1, 2
triangle='AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAIAAAA='
json='{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"translation":[1,2,3],"scale":
[1,1,2],"children":[1]},{"mesh":0,"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}],"meshes":[{"primitives":[{"attributes":
{"POSITION":0},"indices":1,"mode":4}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":
[0,0,0],"max":[1,1,0]},{"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}],"bufferViews":[{"buffer":0,
"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":6}],"buffers":[{"byteLength":44'
printf 'B%s,"uri":"data:application/octet-stream;base64,%s"}]}' "$json" "$triangle" >"$folder/mesh/triangle.gltf"
{
    text="$json}]}"
    length=$(((${#text} + 3) / 4 * 4))
    printf 'CglTF\002\000\000\000'
    for number in $((12 + 8 + length + 8 + 44)) $length; do
        printf "\\$(printf %03o $((number % 256)))\\$(printf %03o $((number / 256)))\\000\\000"
    done
    printf "JSON%-${length}s\\054\\000\\000\\000BIN\\000" "$text"
    echo "$triangle" | base64 -d
} >"$folder/mesh/triangle.glb"

# ---- points ----------------------------------------------------------------------------------------------------------
printf 'x,z\n0,0\n1.5,-2\n1e9,-1e-300\n' >"$folder/csv/header"
printf '\357\273\277"x","z"\r\n 3 , 4\r\n0.1,123456789.125\r\n' >"$folder/csv/mark"
printf '5,6' >"$folder/csv/no-end"
printf '4.9406564584124654e-324,179769313.486231570\n0000.1e+3,.5\n-0,1e0\n' >"$folder/csv/limits"

# ---- snapshots: changes of a good one, with checksums that are wrong and that are right; and no snapshot at all ------
printf '\001' >"$folder/snapshot/good"
printf '\003' >"$folder/snapshot/mended"
printf '\001\100\000\001' >"$folder/snapshot/damaged"
printf '\003\050\000\001\000\010\377' >"$folder/snapshot/changed"
printf '\107\020\000\000' >"$folder/snapshot/short"
printf '\002flotilla words' >"$folder/snapshot/words"

# ---- calls: any bytes will do, and pictures have as many as one likes ------------------------------------------------
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24; do
    tail -c "+$((i * 4000))" examples/sea.png | head -c 1500 >"$folder/api/bytes$i"
done
