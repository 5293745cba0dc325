package dev.colonnade.range;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.GroupParticipant;
import dev.colonnade.mvcc.commit.VersionDelta;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The ranges of a store: their map, looked up without locks, and their statistics, which change in
 * the same store batch as the data and so are exact at every moment and after every crash.
 *
 * <p>Any thread reads. The leader of the commit pipeline alone writes: it calls the methods of
 * {@link GroupParticipant} and those by which {@link RangeOperations} changes the map, between two
 * groups. One volatile write replaces the map; readers see the one before it or the one after.
 */
public final class Ranges implements GroupParticipant {
  static final long FIRST_ID = 1;

  private final RowBoundaries boundaries;

  /** Written by the leader. */
  private volatile Topology topology;

  /** The id that the next new range gets. Used by the leader only. */
  private long nextId;

  /** Ranges that the group being built changes. Used by the leader only. */
  private final List<RangeState> touched = new ArrayList<>();

  /** The range that the last change was in: the next one is likely to be in it too. */
  private int lastTouched;

  /** Added to by the leader, removed from by whoever measures. */
  private final List<SpanMeasure> measures = new CopyOnWriteArrayList<>();

  /** Set before the first group. */
  private volatile RangeObserver observer = RangeObserver.NONE;

  /** Ids of ranges of which someone is changing the span or content as a whole. */
  private final Set<Long> claimed = ConcurrentHashMap.newKeySet();

  private Ranges(RowBoundaries boundaries, Topology topology, long nextId) {
    this.boundaries = boundaries;
    this.topology = topology;
    this.nextId = nextId;
  }

  /** The ranges of {@code store}. In a new one, makes the first range, which holds every key. */
  public static Ranges open(Store store, RowBoundaries boundaries) {
    requireNonNull(boundaries, "boundaries is null");
    List<RangeDescriptor> descriptors = RangeRecords.descriptors(store);
    if (descriptors.isEmpty()) {
      return create(store, boundaries);
    }
    List<RangeState> states = new ArrayList<>();
    for (RangeDescriptor descriptor : descriptors) {
      states.add(new RangeState(descriptor, RangeRecords.statistics(store, descriptor.id())));
    }
    return new Ranges(boundaries, Topology.of(states), RangeRecords.nextId(store));
  }

  private static Ranges create(Store store, RowBoundaries boundaries) {
    RangeState first =
        new RangeState(
            new RangeDescriptor(FIRST_ID, KeySpan.ALL, 1),
            StatisticsCount.of(store, KeySpan.ALL, boundaries));
    try (Batch batch = store.newBatch()) {
      first.putAll(batch);
      batch.put(Space.META, RangeLayout.NEXT_ID.bytes(), RangeLayout.encodeId(FIRST_ID + 1));
      store.write(batch, Durability.SYNC);
    }
    return new Ranges(boundaries, Topology.of(List.of(first)), FIRST_ID + 1);
  }

  /** Has {@code newObserver} told of every change from now on. Called before the first group. */
  public void observe(RangeObserver newObserver) {
    observer = requireNonNull(newObserver, "newObserver is null");
  }

  /** All ranges at this moment. */
  public RangeMap map() {
    return topology.map();
  }

  /** The range that holds {@code key} at this moment. */
  public RangeDescriptor lookup(Key key) {
    return topology.map().lookup(key);
  }

  /** All ranges and what they hold, at this moment or, for single ranges, a little later. */
  public List<RangeStatus> status() {
    return topology.states().stream().map(RangeState::status).toList();
  }

  /** The range that holds {@code key}, and what it holds. */
  public RangeStatus status(Key key) {
    Topology current = topology;
    return current.states().get(current.map().indexOf(key)).status();
  }

  /** Up to {@code countMax} ranges from the one that holds {@code from} on, in order. */
  public List<RangeStatus> status(Key from, int countMax) {
    Topology current = topology;
    int first = current.map().indexOf(from);
    int end = (int) Math.min(current.states().size(), (long) first + countMax);
    return current.states().subList(first, end).stream().map(RangeState::status).toList();
  }

  /** Bytes in the range that holds {@code key}, as {@link #status(Key)} has them. */
  public long totalBytes(Key key) {
    Topology current = topology;
    return current.states().get(current.map().indexOf(key)).statistics().totalBytes();
  }

  /**
   * Bytes in the range that holds {@code key}, with what the group that is being built adds. Asked
   * by the leader of the commit pipeline only.
   */
  public long totalBytesWithGroup(Key key) {
    return state(key).totalBytesWithGroup();
  }

  /** What the range that holds {@code key} holds altogether. */
  public RangeStatistics statistics(Key key) {
    Topology current = topology;
    return current.states().get(current.map().indexOf(key)).statistics();
  }

  /** What all ranges hold. */
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
    for (SpanMeasure measure : measures) {
      measure.changed(delta, startsRow);
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
    measures.forEach(SpanMeasure::applied);
  }

  @Override
  public void discarded() {
    touched.forEach(RangeState::discarded);
    touched.clear();
    measures.forEach(SpanMeasure::discarded);
  }

  /** The position of {@code range}, if it is as it was. Asked by the leader. */
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
   * Makes the caller the only one who may change the span or content as a whole of these ranges.
   */
  void claim(List<RangeDescriptor> ranges) {
    List<RangeDescriptor> mine = new ArrayList<>();
    for (RangeDescriptor range : ranges) {
      if (!claimed.add(range.id())) {
        release(mine);
        throw new ColonnadeException(
            ErrorCode.RANGE_BUSY, "range is being changed by someone else range=" + range);
      }
      mine.add(range);
    }
  }

  void release(List<RangeDescriptor> ranges) {
    ranges.forEach(range -> claimed.remove(range.id()));
  }

  /** The key at which the row of {@code key} begins: where a range could begin. */
  public Key rowStart(Key key) {
    return boundaries.rowStart(key);
  }

  /** Feeds later changes to {@code measure}. Called by the leader. */
  void follow(SpanMeasure measure) {
    measures.add(measure);
  }

  /** The opposite of {@link #follow}. Any thread may call it. */
  void unfollow(SpanMeasure measure) {
    measures.remove(measure);
  }

  RowBoundaries boundaries() {
    return boundaries;
  }

  Topology topology() {
    return topology;
  }

  long nextId() {
    return nextId;
  }

  /** Replaces the map, in which {@code before} gave way to {@code after}. Called by the leader. */
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
