package dev.colonnade.sql.execute.join.hash;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.vector.VectorBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Join table of NOT IN, whose comparison of a pair is not false if the keys are equal wherever
 * neither is NULL. Keys whose NULLs are equal are compared as everywhere.
 *
 * <p>Rows without NULLs in their keys are in an ordinary table. Rows of each other pattern of NULLs
 * are a group. A row of the probe side with its own pattern is searched in every group by the keys
 * that are NULL on neither side: the group has an index for each such set of keys, built when it is
 * first needed.
 */
final class NullAwareTable extends JoinTable {
  private final JoinSides sides;
  private final ChainedTable complete;

  /** Numbers of the keys in which NULL matches everything. */
  private final int[] nullableKeys;

  /** Groups by pattern; the pattern 0 has no NULLs. */
  private final List<Group> groups = new ArrayList<>();

  private @Nullable VectorBatch allRows;
  private long indexBytes;

  NullAwareTable(JoinSides sides, ChainedTable complete) {
    this.sides = sides;
    this.complete = complete;
    this.nullableKeys =
        Arrays.stream(sides.allKeys()).filter(key -> !sides.nullsEqual(key)).toArray();
    groups.add(new Group(0));
    if (nullableKeys.length > Integer.SIZE - 2) {
      throw new IllegalArgumentException("too many keys of NOT IN: keys=" + nullableKeys.length);
    }
  }

  @Override
  void add(VectorBatch batch, int firstRow) {
    complete.add(batch, firstRow);
    for (int i = 0; i < batch.rowCount(); i++) {
      group(pattern(batch, i, false)).add(firstRow + i);
    }
  }

  /** Returns a bit for each key that is NULL and matches everything. */
  private int pattern(VectorBatch batch, int row, boolean isProbe) {
    int pattern = 0;
    for (int i = 0; i < nullableKeys.length; i++) {
      int column = isProbe ? sides.probeKey(nullableKeys[i]) : sides.buildKey(nullableKeys[i]);
      pattern |= batch.column(column).isNull(row) ? 1 << i : 0;
    }
    return pattern;
  }

  private Group group(int pattern) {
    for (Group group : groups) {
      if (group.pattern == pattern) {
        return group;
      }
    }
    Group group = new Group(pattern);
    groups.add(group);
    return group;
  }

  @Override
  void finish(VectorBatch rows) {
    allRows = rows;
  }

  @Override
  long memoryBytes() {
    long bytes = complete.memoryBytes() + indexBytes;
    for (Group group : groups) {
      bytes += (long) Integer.BYTES * group.rows.length;
    }
    return bytes;
  }

  /** The indexes of groups are made later: about as much again is set aside for them. */
  @Override
  long memoryBytesAfter(int rowCount, long keyBytes) {
    return 2 * complete.memoryBytesAfter(rowCount, keyBytes)
        + 2L * Integer.BYTES * (complete.rowCount() + rowCount);
  }

  @Override
  boolean matchesEveryRow() {
    return nullableKeys.length == sides.keyCount()
        && groups.stream().anyMatch(group -> group.pattern == (1 << nullableKeys.length) - 1);
  }

  @Override
  Probe newProbe() {
    return new NullAwareProbe();
  }

  /** Search in the ordinary table, then in the groups. */
  private final class NullAwareProbe extends Probe {
    private final Probe completeProbe = complete.newProbe();
    private @Nullable VectorBatch probe;

    /** Position of {@link #fill} behind the pairs of the ordinary table. */
    private int probeRow;

    private int groupIndex;
    private int candidate = END;
    private @Nullable Index index;

    /** True if pairs of the batch may be outside of the ordinary table. */
    private boolean hasPatterns;

    @Override
    void start(VectorBatch batch) {
      probe = batch;
      completeProbe.start(batch);
      hasPatterns = groups.size() > 1;
      for (int key : nullableKeys) {
        hasPatterns |= batch.column(sides.probeKey(key)).nulls() != null;
      }
      probeRow = 0;
      groupIndex = -1;
      candidate = END;
    }

    @Override
    boolean fill(
        PairBlock block, boolean @Nullable [] skippedProbe, @Nullable RowMarks skippedBuild) {
      if (completeProbe.fill(block, skippedProbe, skippedBuild)) {
        return true;
      }
      if (!hasPatterns) {
        return false;
      }
      int steps = 0;
      if (skippedProbe != null && candidate != END && skippedProbe[probeRow]) {
        candidate = END;
      }
      while (candidate != END || advance(skippedProbe)) {
        Index present = requireNonNull(index, "index is null");
        while (candidate != END) {
          if (block.isFull() || ++steps > ChainedTable.STEPS_MAX) {
            return true;
          }
          int row = present.rows[candidate];
          candidate = present.table.nextRow(candidate);
          if (skippedBuild == null || !skippedBuild.get(row)) {
            block.add(probeRow, row);
          }
        }
      }
      return false;
    }

    /** Moves to the list of the next group, or of the first group for the next row. */
    private boolean advance(boolean @Nullable [] skippedProbe) {
      VectorBatch batch = requireNonNull(probe, "probe is null");
      groupIndex++;
      while (probeRow < batch.rowCount()) {
        boolean isSkipped = skippedProbe != null && skippedProbe[probeRow];
        int pattern = pattern(batch, probeRow, true);
        while (!isSkipped && groupIndex < groups.size()) {
          Index found = groups.get(groupIndex).index(pattern);
          int head = found == null ? END : found.table.head(batch, probeRow);
          if (head != END) {
            index = found;
            candidate = head;
            return true;
          }
          groupIndex++;
        }
        groupIndex = 0;
        probeRow++;
      }
      return false;
    }

    @Override
    void markProbe(boolean[] matched) {
      completeProbe.markProbe(matched);
      VectorBatch batch = requireNonNull(probe, "probe is null");
      int count = hasPatterns ? batch.rowCount() : 0;
      for (int row = 0; row < count; row++) {
        int pattern = matched[row] ? 0 : pattern(batch, row, true);
        for (int i = 0; i < groups.size() && !matched[row]; i++) {
          Index found = groups.get(i).index(pattern);
          matched[row] = found != null && found.table.head(batch, row) != END;
        }
      }
    }

    @Override
    void markBuild(RowMarks marks) {
      completeProbe.markBuild(marks);
      VectorBatch batch = requireNonNull(probe, "probe is null");
      int count = hasPatterns ? batch.rowCount() : 0;
      for (int row = 0; row < count; row++) {
        int pattern = pattern(batch, row, true);
        for (Group group : groups) {
          Index found = group.index(pattern);
          if (found != null) {
            found.mark(found.table.head(batch, row), marks);
          }
        }
      }
    }
  }

  /** Rows with the same pattern of NULLs. */
  private final class Group {
    private final int pattern;
    private int[] rows = new int[16];
    private int count;

    /** Indexes by the set of the keys that are not in them. */
    private final Map<Integer, Index> indexes = new HashMap<>();

    Group(int pattern) {
      this.pattern = pattern;
    }

    void add(int row) {
      if (count == rows.length) {
        rows = Arrays.copyOf(rows, count * 2);
      }
      rows[count++] = row;
    }

    /** Returns the index for rows of a pattern; null if the ordinary table is it, or no rows. */
    @Nullable Index index(int probePattern) {
      int ignored = pattern | probePattern;
      if (count == 0 || ignored == 0) {
        return null;
      }
      return indexes.computeIfAbsent(ignored, this::newIndex);
    }

    private Index newIndex(int ignoredKeys) {
      int[] some = Arrays.copyOf(rows, count);
      KeyJoinTable table = new KeyJoinTable(sides, keysWithout(ignoredKeys));
      table.add(requireNonNull(allRows, "rows are not complete").gather(some, count), 0);
      RowMarks markedLists = new RowMarks();
      markedLists.reserve(count);
      indexBytes += table.memoryBytes() + markedLists.memoryBytes() + (long) Integer.BYTES * count;
      return new Index(some, table, markedLists);
    }

    private int[] keysWithout(int ignored) {
      return Arrays.stream(sides.allKeys()).filter(key -> !isIgnored(key, ignored)).toArray();
    }

    private boolean isIgnored(int key, int ignored) {
      int position = Arrays.binarySearch(nullableKeys, key);
      return position >= 0 && (ignored & 1 << position) != 0;
    }
  }

  /**
   * Index of the rows of a group by some of the keys.
   *
   * @param rows numbers of the rows, by their numbers in the table
   * @param markedLists first rows of lists all of whose rows are marked
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  private record Index(int[] rows, KeyJoinTable table, RowMarks markedLists) {
    /** Marks the rows of a list, once. */
    void mark(int head, RowMarks marks) {
      if (head != END && !markedLists.get(head)) {
        markedLists.set(head);
        for (int each = head; each != END; each = table.nextRow(each)) {
          marks.set(rows[each]);
        }
      }
    }
  }
}
