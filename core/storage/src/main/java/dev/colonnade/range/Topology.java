package dev.colonnade.range;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Range map together with the state of each range at the same positions. Immutable except for the
 * statistics in the states.
 */
record Topology(RangeMap map, List<RangeState> states) {

  Topology {
    assert map.size() == states.size() : "map and states differ in size";
  }

  /** Returns the topology of these ranges, passed in any order. */
  public static Topology of(List<RangeState> states) {
    List<RangeDescriptor> descriptors = states.stream().map(RangeState::descriptor).toList();
    RangeMap map = RangeMap.of(descriptors);
    RangeState[] sorted = new RangeState[states.size()];
    for (RangeState state : states) {
      sorted[map.indexOf(state.descriptor().span().start())] = state;
    }
    return new Topology(map, List.of(sorted));
  }

  /**
   * Returns a copy in which {@code replacement} replaces the {@code count} ranges from {@code
   * first}.
   */
  Topology replace(int first, int count, List<RangeState> replacement) {
    List<RangeState> replaced = new ArrayList<>(states.size() - count + replacement.size());
    replaced.addAll(states.subList(0, first));
    replaced.addAll(replacement);
    replaced.addAll(states.subList(first + count, states.size()));
    List<RangeDescriptor> descriptors = replacement.stream().map(RangeState::descriptor).toList();
    return new Topology(
        map.replace(first, count, descriptors), Collections.unmodifiableList(replaced));
  }
}
