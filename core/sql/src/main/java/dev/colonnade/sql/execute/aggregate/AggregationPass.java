package dev.colonnade.sql.execute.aggregate;

import dev.colonnade.sql.execute.Closing;
import dev.colonnade.sql.execute.aggregate.accumulator.Accumulator;
import dev.colonnade.sql.execute.aggregate.accumulator.Accumulators;
import dev.colonnade.sql.execute.aggregate.accumulator.GroupedRows;
import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.execute.spill.SpillPartitions;
import dev.colonnade.sql.physical.AggregateCall;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One pass of an aggregation over rows of one grouping set. When memory is denied, the groups in
 * memory are updated further, and rows of other groups go to partitions by the hash of their keys.
 * One thread.
 */
final class AggregationPass implements AutoCloseable {
  /** Number of bits of the hash that select the partition in one pass. */
  private static final int PARTITION_BITS = 4;

  /** The deepest pass whose rows can be partitioned: 32 bits of the hash serve for it. */
  private static final int DEPTH_MAX = Integer.SIZE / PARTITION_BITS - 1;

  /** Groups that are read at once from states in files. */
  private static final int SPILLED_GROUPS = 64;

  /**
   * Multiple of its memory that a pass charges if it is merged into another one: until it is freed,
   * the other one needs memory for its groups, and its arrays may double.
   */
  private static final int MERGED_FACTOR = 3;

  /** Number of groups beyond which memory is charged before arrays double. */
  private static final int GROWTH_GROUPS_MIN = 1 << 14;

  private final AggregateLayout layout;
  private final List<Integer> setKeys;
  private final int depth;
  private final SpillContext context;
  private final GroupTable table;
  private final VectorBuilder[] keyValues;
  private final Accumulator[] accumulators;
  private final OperatorMemory share;
  private final int factor;
  private @Nullable SpillPartitions partitions;
  private int knownGroups;

  /** Number of groups up to which arrays can double within the granted bytes. */
  private int grantedGroups = GROWTH_GROUPS_MIN;

  private long grantedBytes;
  private int position;

  /**
   * Creates an empty pass.
   *
   * @param setKeys positions of the keys of the grouping set in the keys of the layout
   * @param depth number of passes that have partitioned the rows before
   */
  AggregationPass(AggregateLayout layout, List<Integer> setKeys, int depth, SpillContext context) {
    this(layout, setKeys, depth, context, 1);
  }

  /** Returns an empty pass over the same grouping set as another one, into which it is merged. */
  static AggregationPass mergedInto(AggregationPass other, SpillContext context) {
    return new AggregationPass(other.layout, other.setKeys, 0, context, MERGED_FACTOR);
  }

  private AggregationPass(
      AggregateLayout layout, List<Integer> setKeys, int depth, SpillContext context, int factor) {
    this.factor = factor;
    this.layout = layout;
    this.setKeys = setKeys;
    this.depth = depth;
    this.context = context;
    int[] keys = new int[setKeys.size()];
    Arrays.setAll(keys, i -> layout.keys()[setKeys.get(i)]);
    table = GroupTable.of(keys, layout.types());
    keyValues = new VectorBuilder[keys.length];
    for (int i = 0; i < keys.length; i++) {
      keyValues[i] = new VectorBuilder(layout.types().get(keys[i]));
    }
    Accumulators factory = new Accumulators(layout.types(), context);
    accumulators = new Accumulator[layout.calls().size()];
    for (int i = 0; i < accumulators.length; i++) {
      AggregateCall call = layout.calls().get(i);
      accumulators[i] =
          call.function().equals(GroupingConstant.FUNCTION)
              ? new GroupingConstant(call.arguments(), layout.keys(), setKeys)
              : factory.create(call);
    }
    share = context.memory().newPart();
  }

  List<Integer> setKeys() {
    return setKeys;
  }

  int depth() {
    return depth;
  }

  /** Returns the rows of groups that did not fit; null if there are none. */
  @Nullable SpillPartitions partitions() {
    return partitions;
  }

  /** Adds the rows of a batch, which has the columns of the layout. */
  void add(VectorBatch batch) {
    if (partitions == null && canSpill() && !mayGrow(batch.rowCount())) {
      spill();
    }
    addRows(batch);
    limitMemory();
  }

  /**
   * Returns whether there is memory for arrays that double while rows are added: for as many groups
   * again as there are. It is kept until there are more groups. Tables of few groups always have
   * it.
   */
  boolean mayGrow(int rowCount) {
    if (knownGroups + rowCount <= grantedGroups) {
      return true;
    }
    long bytes = memoryBytes() * 2 * factor;
    if (!share.trySet(Math.max(share.used(), bytes))) {
      return false;
    }
    grantedBytes = bytes;
    grantedGroups = Math.max(knownGroups, GROWTH_GROUPS_MIN) * 2;
    return true;
  }

  private boolean canSpill() {
    return keyValues.length > 0 && depth <= DEPTH_MAX;
  }

  private void spill() {
    grantedBytes = 0;
    partitions = new SpillPartitions(1 << PARTITION_BITS, layout.types(), context);
  }

  /** Variant of {@link #add} that never spills. Returns false if memory was denied. */
  boolean tryAdd(VectorBatch batch) {
    addRows(batch);
    long bytes = memoryBytes();
    boolean isGranted = share.trySet(Math.max(grantedBytes, bytes * factor));
    if (!isGranted && bytes > share.used()) {
      share.set(bytes);
    }
    return isGranted;
  }

  private void addRows(VectorBatch batch) {
    int[] groups = new int[batch.rowCount()];
    table.find(batch, partitions == null, groups);
    addKeys(batch, groups);
    GroupedRows rows =
        partitions == null
            ? GroupedRows.all(batch, groups, knownGroups())
            : knownRows(partitions, batch, groups);
    for (int i = 0; i < accumulators.length; i++) {
      int filter = layout.calls().get(i).filter();
      accumulators[i].add(filter == AggregateCall.NO_FILTER ? rows : rows.where(filter));
    }
  }

  /**
   * Adds the groups of another pass over the same grouping set; both have spilled nothing. What the
   * other one has charged beyond its own memory is used for them.
   */
  void merge(AggregationPass other) {
    other.share.moveTo(share, Math.max(0, other.share.used() - other.memoryBytes()));
    int[] groups = new int[other.knownGroups()];
    for (int from = 0; from < groups.length; from += VectorBatch.ROWS) {
      int end = Math.min(from + VectorBatch.ROWS, groups.length);
      int[] some = new int[end - from];
      VectorBatch keys = other.keys(from, end);
      table.find(keys, true, some);
      addKeys(keys, some);
      System.arraycopy(some, 0, groups, from, some.length);
    }
    for (int i = 0; i < accumulators.length; i++) {
      accumulators[i].merge(other.accumulators[i], groups, knownGroups());
    }
    share.set(memoryBytes());
    grantedBytes = 0;
    grantedGroups = Math.max(knownGroups, GROWTH_GROUPS_MIN);
  }

  /** Returns keys of groups in the columns of the layout, the others of which are NULL. */
  private VectorBatch keys(int from, int end) {
    Vector[] columns = new Vector[layout.types().size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = nulls(layout.types().get(i), end - from);
    }
    for (int i = 0; i < keyValues.length; i++) {
      columns[layout.keys()[setKeys.get(i)]] = keyValues[i].slice(from, end);
    }
    return new VectorBatch(end - from, columns);
  }

  /** Adds the keys of the groups that the rows of a batch have begun. */
  private void addKeys(VectorBatch batch, int[] groups) {
    for (int row = 0; row < groups.length && knownGroups < table.count(); row++) {
      if (groups[row] == knownGroups) {
        addKey(batch, row);
      }
    }
  }

  private void addKey(VectorBatch batch, int row) {
    for (int i = 0; i < keyValues.length; i++) {
      keyValues[i].append(batch.column(layout.keys()[setKeys.get(i)]), row);
    }
    knownGroups++;
  }

  private int knownGroups() {
    return keyValues.length == 0 ? 1 : knownGroups;
  }

  /** Returns the rows of groups in memory; the others go to the partitions. */
  private GroupedRows knownRows(SpillPartitions spilled, VectorBatch batch, int[] groups) {
    int[] rows = new int[groups.length];
    int[] partitionOfRow = new int[groups.length];
    int count = 0;
    for (int row = 0; row < groups.length; row++) {
      partitionOfRow[row] = SpillPartitions.NO_PARTITION;
      if (groups[row] == GroupTable.NO_GROUP) {
        partitionOfRow[row] = partition(table.hash(batch, row));
      } else {
        rows[count++] = row;
      }
    }
    if (count < groups.length) {
      spilled.append(batch, partitionOfRow);
    }
    return new GroupedRows(batch, rows, count, groups, knownGroups());
  }

  private int partition(long hash) {
    return (int) (hash >>> (Long.SIZE - PARTITION_BITS * (depth + 1)))
        & ((1 << PARTITION_BITS) - 1);
  }

  private void limitMemory() {
    long bytes = memoryBytes();
    if (partitions != null || !canSpill()) {
      share.set(bytes);
    } else if (!share.trySet(Math.max(grantedBytes, bytes))) {
      share.set(bytes);
      spill();
    }
  }

  private long memoryBytes() {
    long bytes = table.memoryBytes();
    for (VectorBuilder values : keyValues) {
      bytes += values.memoryBytes();
    }
    for (Accumulator accumulator : accumulators) {
      bytes += accumulator.memoryBytes();
    }
    return bytes;
  }

  /** Ends the input. */
  void finish() {
    if (partitions != null) {
      partitions.finish();
    }
  }

  /** Returns the next groups: all keys, NULL if they are not in the set, and the calls. */
  @Nullable VectorBatch next() {
    boolean isSpilled = Arrays.stream(accumulators).anyMatch(Accumulator::isSpilled);
    int end = Math.min(knownGroups(), position + (isSpilled ? SPILLED_GROUPS : VectorBatch.ROWS));
    if (position >= end) {
      return null;
    }
    int keyCount = layout.keys().length;
    Vector[] columns = new Vector[keyCount + accumulators.length];
    for (int key = 0; key < keyCount; key++) {
      int index = setKeys.indexOf(key);
      columns[key] =
          index < 0
              ? nulls(layout.keyType(key), end - position)
              : keyValues[index].slice(position, end);
    }
    for (int i = 0; i < accumulators.length; i++) {
      columns[keyCount + i] = accumulators[i].values(position, end);
    }
    int count = end - position;
    position = end;
    return new VectorBatch(count, columns);
  }

  private static Vector nulls(VectorType type, int count) {
    return VectorBuilder.vectorOf(new @Nullable Object[count], type);
  }

  long spilledBytes() {
    long bytes = partitions == null ? 0 : partitions.spilledBytes();
    for (Accumulator accumulator : accumulators) {
      bytes += accumulator.spilledBytes();
    }
    return bytes;
  }

  /** Frees the groups, but not the partitions. */
  void closeGroups() {
    Closing.all(Arrays.asList(accumulators), Accumulator::close);
    share.set(0);
  }

  @Override
  public void close() {
    try {
      closeGroups();
    } finally {
      if (partitions != null) {
        partitions.close();
      }
    }
  }
}
