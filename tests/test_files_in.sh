#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Files of other programs, as a user meets them: SWAN's spectra as seas, Gazebo's bodies and meshes as hulls, and
# what is wrong with them.  usage: test_files_in.sh FLOTILLA
. "$(dirname "$0")/cli.sh"

# near VALUE WANT SHARE: |VALUE - WANT| <= SHARE |WANT|, and VALUE is a number.  0.005 where a speed comes of a drag
# that was carried over: half a percent is what is promised.  0.001 for heights, which are printed to a millimetre.
near() {
    awk -v v="$1" -v w="$2" -v s="$3" 'BEGIN { d = v - w; if (d < 0) d = -d; a = w < 0 ? -w : w
        if (v ~ /^[-+]?[0-9.]+(e[-+]?[0-9]+)?$/ && d <= s * a) exit 0
        printf "%s is not within %s of %s\n", v, s, w; exit 1 }'
}

# last COLUMN FILE: of the last line of a bodies.csv
last() { awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i } END { print $c }' "$2"; }

# ---- SWAN ----------------------------------------------------------------------------------------------------------

{
    printf 'SWAN 1\nTIME\n 1\nLONLAT\n 2\n 4.0 52.0\n 5.0 53.0\nRFREQ\n 3\n 0.08\n 0.10\n 0.12\nNDIR\n 4\n 0\n 90\n'
    printf ' 180\n 270\nQUANT\n 1\nVaDens\nm2/Hz/degr\n -99\n'
    for hour in 00 06 12; do
        printf '20200101.%s0000\nFACTOR\n 0.001\n 1 2 3 90\n 2 4 6 180\n 1 2 3 90\nFACTOR\n 0.004\n' $hour
        printf ' 90 2 3 1\n 180 4 6 2\n 90 2 3 1\n'
    done
} >model.spec
gzip -c model.spec >model.spec.gz
cat >model.yaml <<'END2'
sea: {record: {file: model.spec, components: 32}}
END2

# 4 sqrt((96 + 192) / 2 0.001 90 2 0.02) m at the first place, twice that at the second
height=2.8800
tells_sea() {
    run 0 sea model.spec && grep -q 'record of 2020-01-01 00:00 UTC, place 1 of 2 at 4, 52 degrees' out &&
        near "$(sed -n 's/.*as recorded: Hm0 \([0-9.]*\) m.*/\1/p' out)" $height 0.001 &&
        near "$(sed -n 's/.*significant wave height *\([0-9.]*\) m.*/\1/p' out)" $height 0.001 &&
        [ "$(grep -c amplitude: out)" -eq 64 ]
}
tells_place() {
    run 0 sea model.spec --place 2 --time '2020-01-01 06:00' && grep -q '06:00 UTC, place 2 of 2 at 5, 53' out &&
        near "$(sed -n 's/.*as recorded: Hm0 \([0-9.]*\) m.*/\1/p' out)" 5.7600 0.001 &&
        run 0 sea model.spec --place 6,52.6 && grep -q 'place 2 of 2' out &&
        run 0 sea model.spec.gz --place=4.4,52 && grep -q 'place 1 of 2' out
}
# Most comes from the west, 270, and so goes east, 90; at the second place from the north, and so goes south, 0.
tells_heading() {
    run 0 sea model.spec && near "$(sed -n 's/.*mean heading *\([-0-9.]*\) deg.*/\1/p' out)" 90 0.05 &&
        run 0 sea model.spec --place 2 && heading=$(sed -n 's/.*mean heading *\([-0-9.]*\) deg.*/\1/p' out) &&
        near "$(echo "$heading" | awk '{ print $1 + 100 }')" 100 0.05
}
scene_takes_model() {
    run 0 sea model.yaml && [ "$(grep -c amplitude: out)" -eq 32 ] && cp out first &&
        run 0 sea model.yaml --place 2 && ! cmp -s out first && cp out second &&
        echo 'sea: {record: {file: model.spec, components: 32, place: [6, 53.5], time: 2020-01-01 12:00}}' >near.yaml &&
        run 0 sea near.yaml && tail -n +8 out >a && tail -n +8 second >b && cmp a b &&
        run 0 sea near.yaml --place 1 && tail -n +8 out >a && tail -n +8 first >b && cmp a b &&
        run 0 query near.yaml --time 3 --points points.csv
}
printf '3,4\n' >points.csv
expect swan_sea tells_sea
expect swan_place tells_place
expect swan_heading tells_heading
expect swan_scene scene_takes_model
expect swan_no_place refused 'there is no place 3; the file has places 1 to 2' sea model.spec --place 3
expect swan_place_0 refused '--place is "0"' sea model.spec --place 0
expect swan_place_word refused '--place is "1,x"' sea model.spec --place 1,x
expect swan_far refused 'the nearest place, 2 at 5, 53, is 267.6 km from 9, 53; place: 2 takes it all the same' \
    sea model.spec --place 9,53
expect swan_swapped refused 'km from 52, 4; place: ' sea model.spec --place 52,4
expect swan_no_latitude refused 'place is 4, 174; it must be a longitude' sea model.spec --place 4,174
expect swan_no_time refused 'nearest are of 2020-01-01 12:00' sea model.spec --time '2020-01-02 00:00'
expect swan_bad_time refused 'YYYY-MM-DD hh:mm' sea model.spec --time today
expect swan_place_of_buoy \
    refused "place (--place) is of a SWAN file; a buoy's record has none to choose, leave it out" \
    sea "$examples/41010w2019.txt" --place 1
expect swan_place_of_scene refused '--place picks a record' sea boats.yaml --place 1
for place in 0 -1 1.5 '[1]' '[1, 2, 3]' '[1, .nan]' near '{x: 1}'; do
    sed "s/components/place: $place, components/" model.yaml >bad.yaml
    expect "swan_scene_place_$place" refused 'bad.yaml:1: sea.record.place' sea bad.yaml
done
sed 's/components/place: 7, components/' model.yaml >bad.yaml
expect swan_scene_no_place refused 'bad.yaml:1: sea.record: ./model.spec: there is no place 7' sea ./bad.yaml
head -n 20 model.spec >cut.spec
expect swan_cut refused 'cut.spec:21: the file ends where the name of a quantity' sea cut.spec
: >empty.spec
expect swan_empty refused 'empty.spec: the file is empty' sea empty.spec
head -c 3000 "$flotilla" >garbage.spec
expect swan_garbage refused 'garbage.spec:1: ' sea garbage.spec
printf 'SWAN' | cat - garbage.spec >binary.spec
expect swan_binary refused 'binary.spec:1: ' sea binary.spec

# Without directions and times: the warning is of this file, not of a buoy's record of no time.
{
    printf 'SWAN 1\nLONLAT\n 1\n 4 52\nAFREQ\n 3\n 0.08\n 0.1\n 0.12\nQUANT\n 1\nVaDens\nm2/Hz\n -99\n'
    printf 'LOCATION 1\n 1\n 2\n 1\n'
} >plain.spec
printf 'sea: {record: {file: plain.spec}}\ntime: {step: 0.1, steps: 2}\nhulls: %s\nbodies: [{hull: box}]\n' \
    '{box: {mass: 500, box: {size: [1, 1, 1], grid: [1, 1, 1]}, buoyancy: {law: archimedes}}}' >plain.yaml
lacks_directions() {
    run 0 sea plain.spec && grep -q 'the record of plain.spec has no direction for its peak' err &&
        run 0 run plain.yaml --out plain --device scalar --quiet &&
        grep -q 'the record of plain.yaml has no direction for its peak (a buoy.s is in its directional files)' \
            plain/summary.json
}
expect swan_no_directions lacks_directions

real_swan() {
    file=$FLOTILLA_TEST_DATA/sea_states/wavespectra_swanfile.spec
    for row in 11:1.716 12:2.762 13:2.926 14:2.673 15:4.259; do
        run 0 sea "$file" --time "2016-10-${row%:*} 00:00" && grep -q "as recorded: Hm0 ${row#*:} m" out &&
            grep -q "significant wave height  ${row#*:} m" out || return 1
    done
}
if [ -n "$FLOTILLA_TEST_DATA" ]; then
    expect swan_real real_swan
else
    skip "swan_real: FLOTILLA_TEST_DATA is not set"
fi

# ---- Gazebo --------------------------------------------------------------------------------------------------------

# top_speed FILE HULL FORCE X Y Z: the speed forward that a force at a place of the hull comes to
top_speed() {
    cp "$1" pushed.yaml
    cat >>pushed.yaml <<END2
time: {step: 0.05, steps: 2400}
bodies: [{hull: $2, position: [0, ${7:-0}, 0], pushes: [[0, 1e6, [0, 0, $3], [$4, $5, $6]]]}]
output: {every: 2400}
END2
    run 0 run pushed.yaml --out pushed --device scalar --quiet && last vz pushed/bodies.csv
}

# A boat as VRX has them, in xacro: properties, arithmetic, a macro with defaults, and one that is called.
cat >boat.xacro <<'END2'
<?xml version="1.0"?>
<robot xmlns:xacro="http://ros.org/wiki/xacro" name="boat">
  <xacro:property name="half" value="0.9"/>
  <xacro:property name="drag" value="${2 * (30 + 5) - 10}"/>
  <xacro:macro name="lift" params="side length:=4.9">
    <plugin filename="libSurface.so" name="vrx::Surface">
      <link_name>boat/base</link_name>
      <hull_length>${length}</hull_length>
      <hull_radius>0.2</hull_radius>
      <points><point>1 ${side * half} 0</point><point>-1 ${side * half} 0</point></points>
    </plugin>
  </xacro:macro>
  <link name="boat/base">
    <inertial>
      <origin xyz="0 0 -0.1" rpy="0 0 0"/>
      <mass value="200"/>
      <inertia ixx="100" iyy="300" izz="350" ixy="0" ixz="0" iyz="0"/>
    </inertial>
  </link>
  <gazebo>
    <xacro:lift side="1"/>
    <xacro:lift side="-1" length="4.9"/>
    <plugin filename="libSimpleHydrodynamics.so" name="vrx::SimpleHydrodynamics">
      <link_name>boat/base</link_name>
      <xDotU>10</xDotU><yDotV>0</yDotV><zDotW>0</zDotW><kDotP>0</kDotP><mDotQ>0</mDotQ><nDotR>0</nDotR>
      <xU>${drag}</xU><xUU>80</xUU><yV>100</yV><yVV>120</yVV><zW>500</zW><zWW>200</zWW>
      <kP>300</kP><mQ>900</mQ><nR>700</nR>
    </plugin>
  </gazebo>
</robot>
END2
vrx_boat() {
    run 0 hull --from-sdf boat.xacro && cp out boat.yaml && grep -q 'mass: 200$' out &&
        grep -qF 'inertia: [300, 350, 100]' out && grep -qF 'center_of_mass: [0, -0.1, 0]' out &&
        grep -qF -- '- [0.9, 0, 1]' out && grep -qF -- '- [-0.9, 0, -1]' out &&
        grep -qF 'drag: {local: [0.5, 2.5, 0.3], local_quadratic: [0.6, 1, 0.4]}' out &&
        grep -qF 'damping: {angular: 2}' out && grep -qF 'coefficient: [0, 0, 0.05]' out &&
        grep -q '^#     damping of roll, 300 N m s, or 3 1/s' out &&
        grep -q "boat.xacro: base: drag from VRX.*positive coefficients, which slow by VRX's convention" err &&
        grep -q 'VRX.*positive coefficients' out && grep -q 'things could not be carried over' err &&
        [ "$(grep -c '^flotilla: note: boat.xacro: base: reference_depth: a point is as deep' err)" -eq 1 ]
}
# 60 u + 80 u^2 = 500: u = (sqrt(60^2 + 4 80 500) - 60) / 160
vrx_speed() { near "$(top_speed boat.yaml base 500 0 -0.1 0)" 2.15345624 0.005; }
# At rest as deep as VRX's half discs of radius 0.2: the segment's area times the length is m / density.
vrx_draft() {
    cp boat.yaml still.yaml && echo 'sea: {density: 997.7735}
time: {step: 0.05, steps: 2400}
bodies: [{hull: base, position: [0, -0.12, 0]}]
output: {every: 2400}' >>still.yaml && run 0 run still.yaml --out still --device scalar --quiet &&
        near "$(last y still/bodies.csv | awk '{ r = 0.2; h = -$1; c = (r - h) / r
            print r * r * atan2(sqrt(1 - c * c), c) - (r - h) * sqrt(2 * r * h - h * h) }')" \
            "$(awk 'BEGIN { print 200 / 997.7735 / 9.8 }')" 0.01
}
expect sdf_vrx_boat vrx_boat
expect sdf_vrx_speed vrx_speed
expect sdf_vrx_draft vrx_draft

# A vehicle as gz-sim has them, with negative coefficients; two links, one without water.
cat >vehicle.sdf <<'END2'
<sdf version="1.9"><world name="w"><model name="auv">
  <link name="tail"><inertial><mass>1</mass></inertial></link>
  <link name="base">
    <inertial>
      <pose>0.1 0 -0.02 0 0 0</pose>
      <mass>148</mass><inertia><ixx>3</ixx><iyy>42</iyy><izz>41</izz></inertia>
      <fluid_added_mass><xx>4.9</xx><yy>126</yy><zz>126</zz><qq>33</qq><rr>33</rr><xy>7</xy></fluid_added_mass>
    </inertial>
    <collision name="c"><geometry><box><size>2 0.3 0.3</size></box></geometry></collision>
  </link>
  <plugin filename="gz-sim-hydrodynamics-system" name="gz::sim::systems::Hydrodynamics">
    <link_name>base</link_name>
    <water_density>1000</water_density>
    <xU>-2</xU><xUabsU>-6.2282</xUabsU><yVabsV>-601.27</yVabsV><zWabsW>-601.27</zWabsW><mQabsQ>-632.698957</mQabsQ>
    <yR>-712</yR><nR>-20</nR>
    <disable_coriolis>true</disable_coriolis>
  </plugin>
</model></world></sdf>
END2
gz_vehicle() {
    square='\[4.0626[0-9]*, 4.0626[0-9]*, 0.0420824[0-9]*\]'
    run 0 hull --from-sdf vehicle.sdf && cp out vehicle.yaml && [ "$(grep -c '^  [a-z]*:$' out)" -eq 1 ] &&
        grep -qF 'box: {size: [0.3, 0.3, 2]' out && grep -qF 'center_of_mass: [0, -0.02, 0.1]' out &&
        grep -qF 'inertia: [42, 41, 3]' out && grep -q "local_quadratic: $square, relative: true}" out &&
        grep -q '^#     yR -712 couples two axes' out && grep -q 'fluid_added_mass xy 7' out &&
        grep -q '632.698957' out && grep -q "negative coefficients, which slow in gz-sim's code: taken without" err
}
# 2 u + 6.2282 u^2 = 40, once it lies level: with its weight forward it goes askew, where zWW is a hundred times xUU.
gz_speed() {
    sed 's/center_of_mass: .*/center_of_mass: [0, -0.02, 0]/' vehicle.yaml >level.yaml &&
        near "$(top_speed level.yaml base 40 0 -0.02 0 -0.1)" 2.37876 0.005
}
signs() {   # positive throughout is taken, and told; both signs are not
    sed 's/>-/>/' vehicle.sdf | sed 's/>-/>/g' >positive.sdf && run 0 hull --from-sdf positive.sdf &&
        cp out positive.yaml &&
        grep -q "positive coefficients, with which gz-sim's code would drive" err &&
        grep drag: positive.yaml >a && grep drag: vehicle.yaml >b && cmp a b &&
        sed 's/<xU>-2/<xU>2/' vehicle.sdf >mixed.sdf &&
        refused 'mixed.sdf:14: <xUabsU>: -6.2282 is negative, and <xU> of line 14 is 2' hull --from-sdf mixed.sdf
}
expect sdf_gz_vehicle gz_vehicle
expect sdf_gz_speed gz_speed
expect sdf_signs signs
sed 's/<xUU>80/<xUU>-80/' boat.xacro >negative.xacro
expect sdf_vrx_negative refused 'negative.xacro:26: <xUU>: -80 is not allowed' hull --from-sdf negative.xacro

mass_is_given() {
    run 0 hull --from-sdf boat.xacro --mass 400 --inertia 10,30,35 --link base && grep -q 'mass: 400$' out &&
        grep -qF 'inertia: [30, 35, 10]' out && grep -qF 'local_quadratic: [0.3, 0.5, 0.2]}' out
}
defines() {
    run 0 hull --from-sdf boat.xacro --define half=2 --define drag=10 && grep -qF -- '- [2, 0, 1]' out &&
        grep -q 'local: \[0.5, 2.5, 0.05\]' out
}
expect sdf_mass_is_given mass_is_given
expect sdf_defines defines
expect sdf_link_without_lift refused '"tail": it has nothing that lifts it' hull --from-sdf vehicle.sdf --link tail
expect sdf_no_link refused 'there is no link "keel"' hull --from-sdf boat.xacro --link keel
expect sdf_link_alone refused '--link needs --from-sdf' hull boat.xacro --link base
expect sdf_scale refused '--scale is of a mesh' hull --from-sdf boat.xacro --scale 2
expect sdf_two_files refused '"b.stl" beside --from-sdf' hull --from-sdf boat.xacro b.stl
expect sdf_inertia refused '--inertia is "1,2"' hull --from-sdf boat.xacro --inertia 1,2
expect sdf_define refused '--define is "half"; it must be NAME=VALUE' hull --from-sdf boat.xacro --define half
expect sdf_nowhere refused 'nowhere.sdf: No such file' hull --from-sdf nowhere.sdf
expect sdf_folder refused 'is a directory' hull --from-sdf .
expect sdf_empty refused 'empty.spec: the file is empty' hull --from-sdf empty.spec
expect sdf_garbage refused 'garbage.spec:1: it is no XML' hull --from-sdf garbage.spec

# change NAME SED WORDS: a boat with a change is refused with these words, or a vehicle if the name begins with gz
change() {
    source=boat.xacro
    case $1 in gz*) source=vehicle.sdf ;; esac
    sed "$2" "$source" >"$1.xml"
    if cmp -s "$1.xml" "$source"; then not_ok "sdf_$1: nothing was changed"; return; fi
    expect "sdf_$1" refused "$1.xml:$3" hull --from-sdf "$1.xml"
}
change not_closed 's|</link>||' '30: it is no XML: mismatched tag'
change two_roots '$a <robot/>' '31: it is no XML: junk after document element'
change number 's|>80<|>fast<|' '26: <xUU>: "fast" is not a finite number'
change nan 's|>80<|>nan<|' '26: <xUU>: "nan" is not a finite number'
change infinite 's|>80<|>1e999<|' '26: <xUU>: "1e999" is not'
change two_numbers 's|>80<|>80 90<|' '26: <xUU>: "80 90" is not a finite number'
change no_number 's|>80<|><|' '26: <xUU>: "" is not a finite number'
change no_value 's|name="drag"|name="drags"|' '26: <xU>: ${drag} has no value in this file; --define NAME=VALUE'
change no_argument 's|\${drag}|$(arg drag)|' '26: <xU>: $(arg drag) has no value'
change arithmetic 's|2 \* (30 + 5)|2 * (30 + 5))|' '26: <xU>: ${2 * (30 + 5)) - 10} has no value'
change call 's|<xacro:lift side="1"/>|<xacro:lift/>|' "21: <xacro:lift>: the macro's parameter side is missing"
change condition 's|<gazebo>|<gazebo><xacro:if value="${sim}"/>|' '20: <xacro:if>: ${sim} has no value'
change inside 's|<xU>|<xacro:drag/><xU>|' '26: <xacro:drag>: it is not defined in this file'
change no_mass 's|<mass value="200"/>|<mass value="0"/>|' '16: <mass>: 0 is not allowed; it must be above 0'
change no_inertia 's|iyy="300"|iyy="-300"|' '17: <inertia>: iyy is -300'
change no_body 's|iyy="300"|iyy="3000"|' '13: "boat/base": inertia[0] is 3000'
change no_point 's|<point>[^<]*</point>||g' '6: <plugin>: it has no <points> with a <point>'
change point 's|<point>1 |<point>1e9 |' '10: <point>: 1e+09 m is not within 1e4 m'
change radius 's|hull_radius>0.2|hull_radius>0|' '9: <hull_radius>: 0 is not allowed'
change type 's|<robot|<!DOCTYPE robot><robot|' '2: a document type (<!DOCTYPE>) is not allowed'
change gz_size 's|<size>2 0.3 0.3|<size>2 0.3|' '9: <size>: "2 0.3" is not three finite numbers'
change gz_flat 's|<size>2 0.3 0.3|<size>2 0.3 0|' '9: <size>: size 0 is not allowed'
change gz_frame 's|<pose>|<pose relative_to="tail">|' '5: <pose>: relative_to is "tail"'
change gz_pose 's|<pose>0.1 0 -0.02|<pose>0.1 0|' '5: <pose>: "0.1 0 0 0 0" is not six finite numbers'
change gz_added 's|<xx>4.9|<xx>-4.9|' '7: <xx>: -4.9 is not allowed'
change gz_no_such 's|<xx>4.9</xx>|<x>4.9</x>|' '7: <x>: it is no part of <fluid_added_mass>'
change gz_mesh 's|<box>.*</box>|<mesh><uri>a.dae</uri></mesh>|' '3: "base": it has nothing that lifts it'
expect sdf_gz_mesh_is_named refused 'a mesh; box, cylinder and sphere are taken' hull --from-sdf gz_mesh.xml
change gz_twice 's|</model>|<plugin name="Hydrodynamics"><link_name>base</link_name></plugin></model>|' \
    '18: <plugin>: a second plugin with coefficients for "base"'

# Entities, macros and elements that would not end.
{
    printf '<?xml version="1.0"?>\n<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa">\n'
    printf '<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">\n]>\n<s>&b;</s>\n'
} >bomb.xml
expect sdf_bomb refused 'bomb.xml:2: a document type' hull --from-sdf bomb.xml
printf '<?xml version="1.0"?>\n<!DOCTYPE s SYSTEM "file:///etc/passwd">\n<s/>\n' >outside.xml
expect sdf_outside refused 'outside.xml:2: a document type' hull --from-sdf outside.xml
awk 'BEGIN { for (i = 0; i < 5000; i++) printf "<a>"; for (i = 0; i < 5000; i++) printf "</a>" }' >deep.xml
expect sdf_deep refused 'deep.xml:1: elements are nested more than 100 deep' hull --from-sdf deep.xml
awk 'BEGIN { print "<a>"; for (i = 0; i < 200001; i++) print "<b/>"; print "</a>" }' >many.xml
expect sdf_many refused 'many.xml: there are more than 200000 elements' hull --from-sdf many.xml
macro='<robot><xacro:macro name="m"><xacro:m/><xacro:m/></xacro:macro><xacro:m/></robot>'
echo "$macro" >loop.xml
expect sdf_loop refused 'loop.xml:1: <xacro:m>: macros call each other more than 32 deep' hull --from-sdf loop.xml
{
    echo '<robot><xacro:macro name="m0"></xacro:macro>'
    for i in 1 2 3 4 5 6 7 8; do
        printf '<xacro:macro name="m%s">' $i
        for k in 1 2 3 4 5 6 7 8 9; do printf '<xacro:m%s/>' $((i - 1)); done
        echo '</xacro:macro>'
    done
    echo '<xacro:m8/></robot>'
} >growing.xml
expect sdf_growing refused 'its macros expand to more than 1000000 steps' hull --from-sdf growing.xml
{
    echo '<robot><xacro:property name="p0" value="xxxxxxxxxxxxxxxx"/>'
    for i in 1 2 3 4 5 6 7 8 9 10; do
        p="\${p$((i - 1))}"
        echo "<xacro:property name=\"p$i\" value=\"$p$p$p$p\"/>"
    done
    echo '</robot>'
} >long.xml
expect sdf_long refused 'long.xml:5: <xacro:property>: a text with all its values is longer than 4096' \
    hull --from-sdf long.xml
echo '<robot><link name="a"/></robot>' >nothing.xml
expect sdf_nothing refused 'there is no link with an <inertial>, and no plugin' hull --from-sdf nothing.xml

# Shapes that are turned and off the origin, and a plugin of polyhedra.
cat >shapes.sdf <<'END2'
<sdf version="1.9"><model name="m">
  <link name="one"><inertial><mass>10</mass></inertial>
    <collision name="a"><pose>0 0 1 0 1.5707963267948966 0</pose>
      <geometry><cylinder><radius>0.5</radius><length>4</length></cylinder></geometry></collision>
    <collision name="b"><geometry><sphere><radius>1</radius></sphere></geometry></collision>
    <collision name="c"><geometry><mesh><uri>x</uri></mesh></geometry></collision>
  </link>
  <link name="two"><inertial><mass>10</mass></inertial></link>
  <plugin name="vrx::PolyhedraBuoyancyDrag">
    <fluid_density>1000</fluid_density><linear_drag>2.5</linear_drag><angular_drag>2</angular_drag>
    <buoyancy name="b"><link_name>two</link_name><geometry><box><size>1 2 3</size></box></geometry></buoyancy>
  </plugin>
</model></sdf>
END2
shapes() {
    run 0 hull --from-sdf shapes.sdf --link one &&
        near "$(sed -n 's/^    volume: //p' out)" "$(awk 'BEGIN { print 3.14159265 * (1 + 4 / 3) }')" 1e-6 &&
        grep -q '<collision> of line 6: a mesh' out && ! grep -q 'has no <mass>' out &&
        grep -q "note: shapes.sdf: one: <inertial> has no <inertia>: SDF's default is 1 kg m^2 about each axis" err &&
        awk -F'[][,]' '/^      - \[/ { if ($4 > z) z = $4; if ($2 > x) x = $2 }
            END { exit !(z > 1.5 && z < 2 && x < 1) }' out
}
polyhedra() {
    run 0 hull --from-sdf shapes.sdf && [ "$(grep -c '^  [a-z]*:$' out)" -eq 1 ] && grep -q '^  two:$' out &&
        grep -q 'box: {size: \[2, 3, 1\]' out && grep -q 'drag: {linear: 2.5}' out && grep -q 'angular: 80}' out &&
        cp out two.yaml && near "$(top_speed two.yaml two 50 0 0 0)" 2 0.005
}
# What SDF fills in itself is told.
cat >bare.sdf <<'END2'
<sdf version="1.9"><model name="m"><link name="bare"><inertial><inertia><ixx>2</ixx><izz>3</izz></inertia></inertial>
  <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision></link></model></sdf>
END2
defaults() {
    run 0 hull --from-sdf bare.sdf && grep -q 'mass: 1$' out && grep -qF 'inertia: [1, 3, 2]' out &&
        grep -q "note: bare.sdf: bare: <inertial> has no <mass>: SDF's default is 1 kg$" err &&
        [ "$(grep -c "<inertia> has no iyy: SDF's default is 1 kg m^2$" err)" -eq 1 ] &&
        [ "$(grep -c "SDF's default" err)" -eq 2 ]
}
# What a world says of its water and gravity, with the key that sets it, and what no hull can say.
cat >lake.sdf <<'END2'
<sdf version="1.11"><world name="w"><gravity>0 0 -1.62</gravity><wind><linear_velocity>5 0 0</linear_velocity></wind>
  <plugin name="gz::sim::systems::Buoyancy"><graded_buoyancy><default_density>1300</default_density>
    <density_change><above_depth>5</above_depth><density>1</density></density_change></graded_buoyancy></plugin>
  <model name="m"><link name="raft"><gravity>false</gravity>
    <inertial><mass>500</mass><inertia><ixx>90</ixx><iyy>90</iyy><izz>90</izz></inertia><density>7</density></inertial>
    <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision></link></model></world></sdf>
END2
world_is_told() {
    run 0 hull --from-sdf lake.sdf &&
        grep -q '^#   its water has 1300 kg/m^3: a scene says sea: {density: 1300}$' out &&
        grep -q '^#   its water stands at 5 m: a scene says sea: {level: 5}$' out &&
        grep -q "^#   its world's gravity is 1.62 m/s^2: a scene says sea: {gravity: 1.62}\$" out &&
        grep -q '^#     gravity false (line 4)$' out && grep -q '^#     inertial/density 7 (line 5)$' out &&
        grep -q '^# Not read: world/wind/linear_velocity 5 0 0 (line 1)$' out && grep -q '2 things could not' err &&
        { cat out && echo 'sea: {density: 1300, level: 5, gravity: 1.62}
time: {step: 0.05, steps: 40}
bodies: [{hull: raft, position: [0, 5, 0]}]'; } >lake.yaml && run 0 check lake.yaml
}
expect sdf_world_is_told world_is_told
sed 's/<inertial>/<inertial auto="true">/' lake.sdf >auto.sdf
expect sdf_auto refused 'auto.sdf:5: <inertial>: "raft": its auto is "true"' hull --from-sdf auto.sdf

expect sdf_shapes shapes
expect sdf_defaults defaults
expect sdf_polyhedra polyhedra

wamv() {    # 100 u + 150 u^2 = 500; trimmed by two degrees, as its points are not about its middle
    file=$FLOTILLA_TEST_DATA/sdf_config/vrx_wamv_gazebo_dynamics_plugin.xacro
    refused 'mass and inertia are in no <inertial> of this file; --mass KG and --inertia ROLL,PITCH,YAW give them' \
        hull --from-sdf "$file" &&
        refused 'its inertia is in no <inertial> of this file; --inertia ROLL' hull --from-sdf "$file" --mass 180 &&
        refused 'its mass is in no <inertial> of this file; --mass KG gives it' \
            hull --from-sdf "$file" --inertia 120,393,446 &&
        run 0 hull --from-sdf "$file" --mass 180 --inertia 120,393,446 --link base_link && cp out wamv.yaml &&
        near "$(top_speed wamv.yaml base_link 500 0 0 0)" 1.52258812 0.005
}
# 94.2475 u^2 = 100, with next to no gravity, for in its water this sphere sinks
gz_world() {
    run 0 hull --from-sdf "$FLOTILLA_TEST_DATA/sdf_config/gzsim_hydrodynamics.sdf.in" &&
        [ "$(grep -c '^  [a-z].*:$' out)" -eq 5 ] &&
        grep -q 'sphere_current_link: drag from gz-sim.*positive coefficients' err && cp out world.yaml &&
        echo 'sea: {gravity: 1e-6, density: 918}' >>world.yaml &&
        near "$(top_speed world.yaml sphere_current_link 100 0 0 0 -1)" 1.03006 0.005
}
if [ -n "$FLOTILLA_TEST_DATA" ]; then
    expect sdf_wamv wamv
    expect sdf_gz_world gz_world
else
    skip "sdf_wamv: FLOTILLA_TEST_DATA is not set"
    skip "sdf_gz_world: FLOTILLA_TEST_DATA is not set"
fi

# ---- meshes --------------------------------------------------------------------------------------------------------

# A barge of 2 x 1 x 6 m as OBJ: what `flotilla hull` prints is a scene, with bodies behind it, that floats as it says.
awk 'BEGIN { for (i = 0; i < 8; i++) print "v", i % 2 * 2 - 1, int(i / 2) % 2, int(i / 4) * 6 - 3
    n = split("1 3 4 2  5 6 8 7  1 2 6 5  3 7 8 4  1 5 7 3  2 4 8 6", f)
    for (i = 1; i <= n; i += 4) print "f", f[i], f[i + 1], f[i + 2], f[i + 3] }' >barge.obj
mesh_is_a_scene() {
    run 0 hull barge.obj --mass 6150 && cp out barge.yaml && grep -q 'draft *0.5 m' out &&
        near "$(top_speed barge.yaml barge 0 0 0 0 -0.5 | awk '{ print $1 + 1 }')" 1 1e-6 &&
        near "$(last y pushed/bodies.csv)" -0.5 1e-3 && near "$(last submerged pushed/bodies.csv)" 0.5 1e-3
}
expect mesh_is_a_scene mesh_is_a_scene
head -c 80 /dev/zero >none.stl && printf '\0\0\0\0' >>none.stl
expect mesh_no_triangles refused 'none.stl: it ' hull none.stl
printf 'solid none\nendsolid none\n' >text.stl
expect mesh_no_text_triangles refused 'text.stl: it ' hull text.stl

tally
