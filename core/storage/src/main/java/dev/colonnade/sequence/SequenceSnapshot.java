package dev.colonnade.sequence;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Immutable snapshot of all sequences, indexed by name and by id. */
final class SequenceSnapshot {
  static final SequenceSnapshot EMPTY = new SequenceSnapshot(new TreeMap<>(), new HashMap<>());

  private final NavigableMap<String, Sequence> byName;
  private final Map<Long, Sequence> byId;

  private SequenceSnapshot(NavigableMap<String, Sequence> byName, Map<Long, Sequence> byId) {
    this.byName = Collections.unmodifiableNavigableMap(byName);
    this.byId = byId;
  }

  @Nullable Sequence find(String name) {
    return byName.get(name);
  }

  @Nullable Sequence find(long id) {
    return byId.get(id);
  }

  /**
   * Returns the listed sequences in the order of their names, then the unlisted sequences in the
   * order of their ids.
   */
  List<Sequence> all() {
    List<Sequence> all = new ArrayList<>(byName.values());
    byId.values().stream()
        .filter(sequence -> !sequence.isListed())
        .sorted(Comparator.comparingLong(Sequence::id))
        .forEach(all::add);
    return all;
  }

  int size() {
    return byId.size();
  }

  SequenceSnapshot with(Iterable<Sequence> more) {
    TreeMap<String, Sequence> names = new TreeMap<>(byName);
    Map<Long, Sequence> ids = new HashMap<>(byId);
    for (Sequence sequence : more) {
      ids.put(sequence.id(), sequence);
      if (sequence.isListed()) {
        names.put(sequence.name(), sequence);
      }
    }
    return new SequenceSnapshot(names, ids);
  }

  /**
   * Returns a snapshot in which {@code sequence}, formerly named {@code before}, has its current
   * name, if it is listed.
   */
  SequenceSnapshot replaced(Sequence sequence, String before) {
    TreeMap<String, Sequence> names = new TreeMap<>(byName);
    names.remove(before, sequence);
    if (sequence.isListed()) {
      names.put(sequence.name(), sequence);
    }
    return new SequenceSnapshot(names, byId);
  }

  SequenceSnapshot without(Sequence sequence) {
    TreeMap<String, Sequence> names = new TreeMap<>(byName);
    names.remove(sequence.name(), sequence);
    Map<Long, Sequence> ids = new HashMap<>(byId);
    ids.remove(sequence.id());
    return new SequenceSnapshot(names, ids);
  }
}
