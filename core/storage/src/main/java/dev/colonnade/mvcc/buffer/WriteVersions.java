package dev.colonnade.mvcc.buffer;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All writes of a buffer in memory with their positions in the transaction, replaced ones included,
 * to be written to a file.
 *
 * @param undo undo log, oldest first
 * @param base position of the first record of the undo log
 * @param writes single writes
 * @param runs sorted runs
 */
record WriteVersions(
    List<Undo> undo, long base, NavigableMap<Key, BufferedWrite> writes, SortedWriteRuns runs) {
  /** Position of writes that no rollback undoes. */
  private static final long UNLOGGED = -1;

  /** Undo log record. */
  sealed interface Undo {}

  /** Write of a key, which has replaced {@code before}. */
  record Replaced(Key key, @Nullable BufferedWrite before) implements Undo {}

  /** Writes of keys that the transaction had not written before. */
  record Added(SortedWriteRun run) implements Undo {}

  /**
   * Writes a file in the order of the runs, without an object for each write for longer than it
   * takes to write it. Returns null, and writes nothing, if there are other writes or none.
   */
  @Nullable WriteRunFile writeRuns(SpillSpace to) {
    List<PositionedRun> all = new ArrayList<>(undo.size());
    int count = 0;
    for (int index = 0; index < undo.size(); index++) {
      if (!(undo.get(index) instanceof Added(SortedWriteRun run))) {
        return null;
      }
      all.add(new PositionedRun(run, base + index));
      count += run.size();
    }
    if (!writes.isEmpty() || count == 0 || count != runs.writeCount()) {
      return null;
    }
    all.sort(Comparator.comparing(each -> each.run().first()));
    return WriteRunFile.write(to, count, sink -> all.forEach(run -> run.addTo(sink)));
  }

  private record PositionedRun(SortedWriteRun run, long position) {
    void addTo(WriteRunFile.EntrySink sink) {
      for (int i = 0; i < run.size(); i++) {
        sink.add(run.key(i), position, run.write(i));
      }
    }
  }

  /**
   * Returns whether no write was replaced, and all have a record in the undo log.
   *
   * @param count number of writes
   */
  boolean isEachWriteOnce(long count) {
    long logged = 0;
    for (Undo change : undo) {
      switch (change) {
        case Replaced(Key _, BufferedWrite before) -> {
          if (before != null) {
            return false;
          }
          logged++;
        }
        case Added(SortedWriteRun run) -> logged += run.size();
      }
    }
    return logged == count;
  }

  /**
   * Writes a file; returns null if there are no writes.
   *
   * @param count number of writes
   * @param present returns the present write of a key
   */
  @Nullable WriteRunFile write(
      SpillSpace to, long count, Function<Key, @Nullable BufferedWrite> present) {
    List<WriteRunFile.PositionedWrite> all = isEachWriteOnce(count) ? once(present) : all(present);
    Collections.sort(all);
    return all.isEmpty() ? null : WriteRunFile.write(to, all);
  }

  private List<WriteRunFile.PositionedWrite> once(Function<Key, @Nullable BufferedWrite> present) {
    List<WriteRunFile.PositionedWrite> all = new ArrayList<>();
    for (int index = 0; index < undo.size(); index++) {
      long position = base + index;
      switch (undo.get(index)) {
        case Replaced(Key key, BufferedWrite _) ->
            all.add(positioned(key, position, requireNonNull(present.apply(key), "no write")));
        case Added(SortedWriteRun run) -> {
          for (int i = 0; i < run.size(); i++) {
            all.add(positioned(run.key(i), position, run.write(i)));
          }
        }
      }
    }
    return all;
  }

  private static WriteRunFile.PositionedWrite positioned(
      Key key, long position, BufferedWrite write) {
    return new WriteRunFile.PositionedWrite(key, position, write);
  }

  private List<WriteRunFile.PositionedWrite> all(Function<Key, @Nullable BufferedWrite> present) {
    List<WriteRunFile.PositionedWrite> all = new ArrayList<>();
    Map<Key, BufferedWrite> replaced = new HashMap<>();
    Set<Key> logged = new HashSet<>();
    for (int index = undo.size() - 1; index >= 0; index--) {
      long position = base + index;
      switch (undo.get(index)) {
        case Replaced(Key key, BufferedWrite before) -> {
          BufferedWrite written = logged.add(key) ? present.apply(key) : replaced.get(key);
          if (written != null) {
            all.add(positioned(key, position, written));
          }
          replaced.put(key, before);
        }
        case Added(SortedWriteRun run) -> {
          for (int i = 0; i < run.size(); i++) {
            Key key = run.key(i);
            BufferedWrite written = logged.add(key) ? present.apply(key) : replaced.get(key);
            if (written != null) {
              all.add(positioned(key, position, written));
            }
            replaced.remove(key);
          }
        }
      }
    }
    addUnlogged(replaced, logged, all);
    return all;
  }

  /** Adds writes from before a discard, which have no undo record: no rollback undoes them. */
  private void addUnlogged(
      Map<Key, BufferedWrite> replaced, Set<Key> logged, List<WriteRunFile.PositionedWrite> all) {
    replaced.forEach(
        (key, before) -> {
          if (before != null) {
            all.add(positioned(key, UNLOGGED, before));
          }
        });
    writes.forEach(
        (key, write) -> {
          if (!logged.contains(key)) {
            all.add(positioned(key, UNLOGGED, write));
          }
        });
    for (SortedWriteRun run : runs.inOrder()) {
      for (int i = 0; i < run.size(); i++) {
        if (!logged.contains(run.key(i))) {
          all.add(positioned(run.key(i), UNLOGGED, run.write(i)));
        }
      }
    }
  }
}
