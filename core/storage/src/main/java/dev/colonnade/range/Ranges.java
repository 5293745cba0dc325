package dev.colonnade.range;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.extension.ChangedKeys;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.range.statistics.RangeStatistics;
import dev.colonnade.range.statistics.RowBoundaries;
import dev.colonnade.range.statistics.SpanMeasurement;
import dev.colonnade.range.statistics.StatisticsCounter;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Ranges of a store: their map, with lock-free lookup, and their statistics, which change in the
 * same store batch as the data and so are exact at any time and after every crash; those in memory
 * contain the groups in a replicated log as well.
 *
 * <p>Any thread reads. Only the leader of the commit pipeline writes: it calls the methods of
 * {@link GroupParticipant}, and, between two groups, those by which {@code RangeOperations} changes
 * the map. One volatile write, the linearization point, replaces the map; readers see either the
 * old or the new map.
 */
public final class Ranges implements GroupParticipant {
  static final long FIRST_ID = 1;

  private final RowBoundaries boundaries;

  /** Written by the leader. */
  private volatile Topology topology;

  /** Id of the next new range. Used by the leader only. */
  private long nextId;

  /** Ranges that the group under construction changes. Used by the leader only. */
  private final List<RangeState> touched = new ArrayList<>();

  /**
   * Position of the range of the last change: the next change is likely to be in the same range.
   */
  private int lastTouched;

  /** Active measurements. Added by the leader, removed by the measuring thread. */
  private final List<SpanMeasurement> measures = new CopyOnWriteArrayList<>();

  /** Set before the first group. */
  private volatile RangeObserver observer = RangeObserver.NONE;

  /** Ids of ranges that an operation is changing as a whole. */
  private final Set<Long> claimed = ConcurrentHashMap.newKeySet();

  private Ranges(RowBoundaries boundaries, Topology topology, long nextId) {
    this.boundaries = boundaries;
    this.topology = topology;
    this.nextId = nextId;
  }

  /**
   * Opens the ranges of {@code store}. In a new store, creates the first range, which contains
   * every key.
   */
  public static Ranges open(Store store, RowBoundaries boundaries) {
    requireNonNull(boundaries, "boundaries is null");
    List<RangeDescriptor> descriptors = RangeRecords.descriptors(store);
    return descriptors.isEmpty()
        ? create(store, boundaries)
        : new Ranges(boundaries, load(store, descriptors), RangeRecords.nextId(store));
  }

  private static Topology load(StoreReader store, List<RangeDescriptor> descriptors) {
    List<RangeState> states = new ArrayList<>();
    for (RangeDescriptor descriptor : descriptors) {
      states.add(new RangeState(descriptor, RangeRecords.statistics(store, descriptor.id())));
    }
    return Topology.of(states);
  }

  /**
   * Reads the map and all statistics again, after a replicated log has changed the store. Called
   * instead of the methods of a group, by one thread.
   */
  public void reload(StoreReader store) {
    topology = load(store, RangeRecords.descriptors(store));
    nextId = RangeRecords.nextId(store);
    lastTouched = 0;
  }

  /**
   * Replaces the statistics of one range, after a replicated log has changed the store. No effect
   * if the range does not exist.
   */
  public void reloadStatistics(StoreReader store, long id) {
    for (RangeState state : topology.states()) {
      if (state.descriptor().id() == id) {
        state.replaceStatistics(RangeRecords.statistics(store, id));
        return;
      }
    }
  }

  private static Ranges create(Store store, RowBoundaries boundaries) {
    RangeState first =
        new RangeState(
            new RangeDescriptor(FIRST_ID, KeySpan.ALL, 1),
            StatisticsCounter.of(store, KeySpan.ALL, boundaries));
    try (Batch batch = store.newBatch()) {
      first.putAll(batch);
      batch.put(Space.META, RangeLayout.NEXT_ID.bytes(), RangeLayout.encodeId(FIRST_ID + 1));
      store.write(batch, Durability.SYNC);
    }
    return new Ranges(boundaries, Topology.of(List.of(first)), FIRST_ID + 1);
  }

  /** Sets the observer that is notified of every later change. Called before the first group. */
  public void observe(RangeObserver newObserver) {
    observer = requireNonNull(newObserver, "newObserver is null");
  }

  /** Returns the current map. */
  public RangeMap map() {
    return topology.map();
  }

  /** Returns the current range of {@code key}. */
  public RangeDescriptor lookup(Key key) {
    return topology.map().lookup(key);
  }

  /**
   * Returns all current ranges with their statistics; the statistics of single ranges may be
   * slightly newer.
   */
  public List<RangeStatus> status() {
    return topology.states().stream().map(RangeState::status).toList();
  }

  /** Returns the ranges that overlap {@code span}, in key order, as {@link #status()}. */
  public List<RangeStatus> status(KeySpan span) {
    Topology current = topology;
    int count = current.map().overlapping(span).size();
    if (count == 0) {
      return List.of();
    }
    int first = current.map().indexOf(span.start());
    return current.states().subList(first, first + count).stream().map(RangeState::status).toList();
  }

  /** Returns the range of {@code key} with its statistics. */
  public RangeStatus status(Key key) {
    Topology current = topology;
    return current.states().get(current.map().indexOf(key)).status();
  }

  /**
   * Returns up to {@code countMax} ranges in key order, beginning with the range of {@code from}.
   */
  public List<RangeStatus> status(Key from, int countMax) {
    Topology current = topology;
    int first = current.map().indexOf(from);
    int end = (int) Math.min(current.states().size(), (long) first + countMax);
    return current.states().subList(first, end).stream().map(RangeState::status).toList();
  }

  /** Returns the total bytes of the range of {@code key}, as in {@link #status(Key)}. */
  public long totalBytes(Key key) {
    Topology current = topology;
    return current.states().get(current.map().indexOf(key)).statistics().totalBytes();
  }

  /**
   * Returns the total bytes of the range of {@code key}, including the group that is being built.
   * Called by the leader of the commit pipeline only.
   */
  public long totalBytesWithGroup(Key key) {
    return state(key).totalBytesWithGroup();
  }

  /** Returns the statistics of the range of {@code key}. */
  public RangeStatistics statistics(Key key) {
    Topology current = topology;
    return current.states().get(current.map().indexOf(key)).statistics();
  }

  /** Returns the sum of the statistics of all ranges. */
  public RangeStatistics total() {
    return topology.states().stream()
        .map(RangeState::statistics)
        .reduce(RangeStatistics.EMPTY, RangeStatistics::plus);
  }

  @Override
  public void changed(VersionDelta delta) {
    boolean startsRow = boundaries.startsRow(delta.key());
    RangeState state = state(delta.key());
    if (!state.isChanged()) {
      touched.add(state);
    }
    state.changed(delta, startsRow);
    for (SpanMeasurement measure : measures) {
      measure.changed(delta, startsRow);
    }
  }

  @Override
  public void changed(ChangedKeys together) {
    for (int i = 0; i < together.count(); i++) {
      changed(together.delta(i)); // called directly, unlike by the interface
    }
  }

  @Override
  public void beforeWrite(Batch batch) {
    for (RangeState state : touched) {
      state.beforeWrite(batch);
    }
  }

  @Override
  public void applied() {
    RangeObserver observing = observer;
    for (RangeState state : touched) {
      state.applied();
      observing.written(state.descriptor(), state.statistics());
    }
    touched.clear();
    measures.forEach(SpanMeasurement::applied);
  }

  /** Counts the changes: the records of the next group contain them. */
  @Override
  public Runnable inLog() {
    applied();
    return () -> {};
  }

  @Override
  public void discarded() {
    touched.forEach(RangeState::discarded);
    touched.clear();
    measures.forEach(SpanMeasurement::discarded);
  }

  /**
   * Returns the position of {@code range}; throws RANGE_BUSY if the range has changed. Called by
   * the leader.
   */
  int requireCurrent(RangeDescriptor range) {
    Topology current = topology;
    int index = current.map().indexOf(range.span().start());
    RangeDescriptor found = current.map().at(index);
    if (!found.equals(range)) {
      throw new ColonnadeException(
          ErrorCode.RANGE_BUSY,
          "range changed since it was looked up expected=%s found=%s".formatted(range, found));
    }
    return index;
  }

  /**
   * Claims these ranges for an operation on whole ranges; throws RANGE_BUSY if another operation
   * has claimed one of them.
   */
  void claim(List<RangeDescriptor> ranges) {
    List<RangeDescriptor> mine = new ArrayList<>();
    for (RangeDescriptor range : ranges) {
      if (!claimed.add(range.id())) {
        release(mine);
        throw new ColonnadeException(
            ErrorCode.RANGE_BUSY, "range is being changed by another operation range=" + range);
      }
      mine.add(range);
    }
  }

  void release(List<RangeDescriptor> ranges) {
    ranges.forEach(range -> claimed.remove(range.id()));
  }

  /** Returns whether a key is the first one of its row. */
  public boolean startsRow(Key key) {
    return boundaries.startsRow(key);
  }

  /** Returns the first key of the row of {@code key}, at which a range could begin. */
  public Key rowStart(Key key) {
    return boundaries.rowStart(key);
  }

  /** Registers a measurement for later changes. Called by the leader. */
  void follow(SpanMeasurement measure) {
    measures.add(measure);
  }

  /** Reverses {@link #follow}. Safe for use by any thread. */
  void unfollow(SpanMeasurement measure) {
    measures.remove(measure);
  }

  public RowBoundaries boundaries() {
    return boundaries;
  }

  Topology topology() {
    return topology;
  }

  public long nextId() {
    return nextId;
  }

  /**
   * Replaces the map after an operation that replaced the ranges {@code before} by {@code after}.
   * Called by the leader.
   */
  void swap(
      Topology replacement, long newNextId, List<RangeDescriptor> before, List<RangeState> after) {
    topology = replacement;
    nextId = newNextId;
    lastTouched = 0;
    observer.replaced(before, after.stream().map(RangeState::status).toList());
  }

  private RangeState state(Key key) {
    Topology current = topology;
    RangeState last = current.states().get(lastTouched);
    if (!last.descriptor().span().contains(key)) {
      lastTouched = current.map().indexOf(key);
      last = current.states().get(lastTouched);
    }
    return last;
  }
}
