package dev.colonnade.sequence;

import it.unimi.dsi.fastutil.longs.Long2ObjectMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All sequences at one moment. Immutable. */
final class SequenceSnapshot {
  static final SequenceSnapshot EMPTY = new SequenceSnapshot(new TreeMap<>());

  private final NavigableMap<String, Sequence> byName;
  private final Long2ObjectMap<Sequence> byId;

  private SequenceSnapshot(NavigableMap<String, Sequence> byName) {
    this.byName = Collections.unmodifiableNavigableMap(byName);
    byId = new Long2ObjectOpenHashMap<>(byName.size());
    byName.values().forEach(sequence -> byId.put(sequence.id(), sequence));
  }

  @Nullable Sequence find(String name) {
    return byName.get(name);
  }

  @Nullable Sequence find(long id) {
    return byId.get(id);
  }

  List<Sequence> all() {
    return List.copyOf(byName.values());
  }

  int size() {
    return byName.size();
  }

  SequenceSnapshot with(Iterable<Sequence> more) {
    TreeMap<String, Sequence> names = new TreeMap<>(byName);
    more.forEach(sequence -> names.put(sequence.name(), sequence));
    return new SequenceSnapshot(names);
  }

  SequenceSnapshot renamed(Sequence sequence, String before, String after) {
    TreeMap<String, Sequence> names = new TreeMap<>(byName);
    names.remove(before);
    names.put(after, sequence);
    return new SequenceSnapshot(names);
  }

  SequenceSnapshot without(Sequence sequence) {
    TreeMap<String, Sequence> names = new TreeMap<>(byName);
    names.remove(sequence.name());
    return new SequenceSnapshot(names);
  }
}
