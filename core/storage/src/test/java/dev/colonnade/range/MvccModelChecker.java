package dev.colonnade.range;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static dev.colonnade.mvcc.commit.MvccFixture.text;
import static dev.colonnade.mvcc.commit.MvccFixture.value;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.TimestampRecords;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.commit.CommitOptions;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.commit.CommitOptions.GroupLimits;
import dev.colonnade.mvcc.commit.CommitResult;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.commit.SpanDeleteChunks;
import dev.colonnade.mvcc.commit.StagedProposer;
import dev.colonnade.mvcc.deletion.DeletedSpanStore;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.KeyDeletes;
import dev.colonnade.mvcc.mutation.Mutation;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.mvcc.mutation.SpanDelete;
import dev.colonnade.range.ModelCommit.Change;
import dev.colonnade.range.verify.RangeVerification;
import dev.colonnade.range.verify.RangeVerifier;
import dev.colonnade.store.Durability;
import dev.colonnade.store.MemoryStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * Model checker: a store with the commit pipeline and a reference implementation; every step
 * performs one random operation on both.
 */
final class MvccModelChecker implements AutoCloseable {
  private static final int ROWS = 12;
  private static final int FAMILIES = 3;
  private static final Set<ErrorCode> CONDITION_CODES =
      Set.of(ErrorCode.UNIQUE_VIOLATION, ErrorCode.ROW_NOT_FOUND, ErrorCode.SERIALIZATION_FAILURE);

  private final Random random;
  private final InterferingRowBoundaries boundaries = new InterferingRowBoundaries();
  private final CommitOptions options;
  private final VersionModel model = new VersionModel();
  private final List<ReadView> views = new ArrayList<>();
  private MemoryStore files = new MemoryStore();
  private DeletedSpanStore store;
  private int deletedSpansMax;
  private int deletedListsMax;
  private StagedProposer proposer;
  private Ranges ranges;
  private MvccFixture fixture;
  private RangeOperations operations;

  MvccModelChecker(Random random) {
    this.random = random;
    options =
        new CommitOptions(
            Durability.SYNC,
            new BatchLimits(
                100,
                100_000,
                random.nextBoolean()
                    ? MutationChunks.Size.DEFAULT
                    : new MutationChunks.Size(1 + random.nextInt(3), 1 + random.nextInt(80)),
                random.nextBoolean() ? 1 : 1L << 20,
                1 + random.nextInt(3)),
            new GroupLimits(1 + random.nextInt(4), 1 + random.nextInt(400), 1 + random.nextInt(3)),
            64,
            1 << random.nextInt(8));
    open();
  }

  private void open() {
    store = new DeletedSpanStore(files);
    proposer = new StagedProposer(store);
    ranges = Ranges.open(store, boundaries);
    fixture = new MvccFixture(store, ranges, options, local -> local.withProposer(proposer));
    operations = new RangeOperations(store, fixture.pipeline, ranges);
  }

  /** Performs one random operation. */
  void step() {
    deletedSpansMax = Math.max(deletedSpansMax, store.spans().size());
    long lists = store.spans().stream().filter(span -> span.list() != null).count();
    deletedListsMax = Math.max(deletedListsMax, (int) lists);
    moveClock();
    switch (random.nextInt(50)) {
      case 0 -> collect();
      case 40, 41 -> apply(List.of(submit(deletes(randomSpan()))));
      case 42 -> deleteAndPut();
      case 43 -> undoDeletes();
      case 44, 45, 47, 48, 49 -> deleteCompactly();
      case 46 -> crashDuringDeletes();
      case 26, 27 -> commitDuringCollection();
      case 1, 2 -> split();
      case 3 -> merge();
      case 4 -> clear();
      case 5 -> crash();
      case 28 -> crashDuringCommit();
      case 6 -> commitOnFullDisk();
      case 7, 8 -> commitDuringSplit();
      case 9, 10, 11, 12 -> commitGroup();
      case 13, 14 -> openView();
      case 15 -> closeView();
      case 16, 17, 18, 19 -> checkScan(randomSpan(), randomTimestamp());
      case 20, 21, 22, 23 -> checkGet();
      case 24 -> checkViews();
      case 25 -> verify();
      default -> commitOne();
    }
  }

  /** Compares the visible state at all readable timestamps. */
  void checkEverything() {
    for (long timestamp = fixture.guard.horizon();
        timestamp <= fixture.reads.latest();
        timestamp++) {
      checkScan(KeySpan.ALL, timestamp);
    }
    checkViews();
    verify();
  }

  @Override
  public void close() {
    closeViews();
    fixture.close();
  }

  private void moveClock() {
    if (random.nextInt(10) == 0) {
      fixture.physical.advance(random.nextInt(50) - 20);
    }
  }

  private void commitOne() {
    apply(List.of(submit(randomBatch())));
  }

  /** Deletes all keys of a span, and puts some of them again. */
  private void deleteAndPut() {
    KeySpan span = randomSpan();
    apply(List.of(submit(deletes(span))));
    List<Change> puts = new ArrayList<>();
    for (Key key : model.keys()) {
      if (span.contains(key) && random.nextInt(3) == 0) {
        puts.add(new Change(key, "again" + random.nextInt(1_000), Condition.ABSENT));
      }
    }
    if (!puts.isEmpty()) {
      apply(List.of(submit(puts)));
    }
  }

  /** Deletes all keys of a span on a disk that gets full meanwhile. */
  private void undoDeletes() {
    files.faults().failWrite(1 + random.nextInt(6), ErrorCode.DISK_FULL);
    ModelCommit commit = submit(deletes(randomSpan()));
    files.faults().heal();
    if (commit.future().isCompletedExceptionally()) {
      fixture.pipeline.awaitLeader(); // completes the undo of the chunks that were written
    }
    apply(List.of(commit));
  }

  /** Deletes keys of a span without a mutation for each; the disk may get full meanwhile. */
  private void deleteCompactly() {
    KeySpan span = randomSpan();
    boolean isOfAll = random.nextBoolean();
    List<Key> keys = isOfAll ? liveKeys(span) : someLiveKeys(span);
    if (random.nextInt(3) == 0) {
      files.faults().failWrite(1 + random.nextInt(6), ErrorCode.DISK_FULL);
    }
    try {
      CommitResult result = isOfAll ? commitDelete(span) : commitDeletes(keys);
      files.faults().heal();
      assertThat(result.deletedCount()).isEqualTo(keys.size());
      keys.forEach(key -> model.delete(key, result.timestamp()));
    } catch (ColonnadeException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL);
      files.faults().heal();
      fixture.pipeline.awaitLeader(); // completes the undo of the chunks that were written
      keys.forEach(this::adoptUndone);
    }
  }

  private List<Key> liveKeys(KeySpan span) {
    long latest = fixture.reads.newest();
    return model.keys().stream()
        .filter(key -> span.contains(key) && model.get(key, latest).isPresent())
        .toList();
  }

  private List<Key> someLiveKeys(KeySpan span) {
    return liveKeys(span).stream().filter(_ -> random.nextInt(4) > 0).toList();
  }

  private CommitResult commitDeletes(List<Key> keys) {
    return fixture.pipeline.commit(
        (max, visitor) -> {
          for (int from = 0; from < keys.size(); from += max.mutationsMax()) {
            KeyDeletes deletes = new KeyDeletes(Mutation.Role.ROW);
            keys.subList(from, Math.min(keys.size(), from + max.mutationsMax()))
                .forEach(key -> deletes.add(key, Condition.PRESENT));
            visitor.accept(Mutations.of(deletes));
          }
        },
        new Mutations(),
        Durability.SYNC);
  }

  /** Returns the largest number of spans with lists of keys so far. */
  int deletedListsMax() {
    return deletedListsMax;
  }

  private CommitResult commitDelete(KeySpan span) {
    SpanDelete delete = new SpanDelete(List.of(span));
    return fixture.pipeline.commit(new SpanDeleteChunks(delete), new Mutations(), Durability.SYNC);
  }

  /** Loses power before one of the writes of a delete. */
  private void crashDuringDeletes() {
    closeViews();
    KeySpan span = randomSpan();
    boolean isOfAll = random.nextBoolean();
    List<Key> keys = isOfAll ? liveKeys(span) : someLiveKeys(span);
    int survivors = random.nextInt(6);
    MemoryStore[] after = new MemoryStore[1];
    for (int write = random.nextInt(5); write > 0; write--) {
      proposer.duringNext(() -> {});
    }
    proposer.duringNext(() -> after[0] = files.crash(survivors));
    try {
      CommitResult result = isOfAll ? commitDelete(span) : commitDeletes(keys);
      assertThat(after[0]).isNull();
      proposer.clear();
      keys.forEach(key -> model.delete(key, result.timestamp()));
    } catch (ColonnadeException e) {
      reopen(requireNonNull(after[0]));
      checkScan(KeySpan.ALL, fixture.reads.latest());
    }
  }

  private List<Change> deletes(KeySpan span) {
    List<Change> changes = new ArrayList<>();
    for (Key key : model.keys()) {
      if (span.contains(key)) {
        changes.add(new Change(key, null, Condition.ANY));
      }
    }
    if (changes.isEmpty()) {
      changes.add(new Change(randomKey(), null, Condition.ANY));
    }
    return changes;
  }

  private void commitOnFullDisk() {
    if (random.nextInt(3) == 0) {
      files.faults().failAllWrites(ErrorCode.DISK_FULL);
    } else {
      files.faults().failWrite(1 + random.nextInt(4), ErrorCode.DISK_FULL);
    }
    ModelCommit commit = submit(randomBatch());
    files.faults().heal();
    if (commit.future().isCompletedExceptionally()) {
      fixture.pipeline.awaitLeader(); // completes the undo of the chunks that were written
    }
    apply(List.of(commit));
  }

  /** Loses power before one of the writes of a commit. */
  private void crashDuringCommit() {
    closeViews();
    int survivors = random.nextInt(6);
    MemoryStore[] after = new MemoryStore[1];
    for (int write = random.nextInt(4); write > 0; write--) {
      proposer.duringNext(() -> {});
    }
    proposer.duringNext(() -> after[0] = files.crash(survivors));
    ModelCommit commit = submit(randomBatch());
    if (after[0] == null) {
      proposer.clear();
      apply(List.of(commit));
    } else {
      assertThat(commit.future()).isCompletedExceptionally();
      reopen(after[0]);
      checkScan(KeySpan.ALL, fixture.reads.latest());
    }
  }

  /** Updates the model with the timestamp of a row if a failed commit has restored its value. */
  private void adoptUndone(Key key) {
    long latest = fixture.reads.latest();
    Version version = fixture.reads.get(key, latest);
    if (version != null) {
      assertThat(model.get(key, latest)).contains(requireNonNull(text(version)));
      model.put(key, version.timestamp(), text(version.value()));
    }
  }

  /**
   * Commits several batches that were evaluated before the group that is being written was applied.
   */
  private void commitGroup() {
    List<ModelCommit> commits = new ArrayList<>();
    int count = 1 + random.nextInt(5);
    proposer.duringNext(
        () -> {
          for (int i = 0; i < count; i++) {
            commits.add(submit(randomBatch()));
          }
        });
    List<Change> first = List.of(new Change(randomKey(), "first", Condition.ANY));
    commits.add(submit(first));
    apply(commits);
  }

  /** Commits batches while the pieces of a split are counted, and one while it is written. */
  private void commitDuringSplit() {
    List<ModelCommit> commits = new ArrayList<>();
    boundaries.duringNextCount(
        () -> {
          commits.add(submit(randomBatch()));
          commits.add(submit(randomBatch()));
          proposer.duringNext(() -> commits.add(submit(randomBatch())));
        });
    split();
    boundaries.disarm(); // the split may have been refused
    proposer.clear();
    apply(commits);
  }

  /** Commits a batch that was evaluated before the removal of tombstones. */
  private void commitDuringCollection() {
    List<ModelCommit> commits = new ArrayList<>();
    proposer.duringNext(() -> commits.add(submit(randomBatch())));
    collect();
    proposer.clear(); // there may have been nothing to collect
    apply(commits);
  }

  /** Returns the largest number of deleted spans that the store had at any time. */
  int deletedSpansMax() {
    return deletedSpansMax;
  }

  private ModelCommit submit(List<Change> changes) {
    Mutations mutations = new Mutations();
    for (Change change : changes) {
      if (change.text() == null) {
        mutations.delete(change.key(), change.condition());
      } else {
        mutations.put(change.key(), value(change.text()), change.condition());
      }
    }
    if (random.nextInt(3) == 0) {
      mutations.onVisible(this::openNewestView);
    }
    Durability durability = random.nextInt(3) == 0 ? Durability.RELAXED : Durability.SYNC;
    return new ModelCommit(changes, fixture.pipeline.commitAsync(mutations, durability));
  }

  /** Opens a view of the visible, not yet durable state, which is compared with the model later. */
  private void openNewestView() {
    assertThat(fixture.reads.newest()).isGreaterThanOrEqualTo(fixture.reads.latest());
    if (views.size() < 5) {
      views.add(fixture.reads.openNewest());
    }
  }

  private List<Change> randomBatch() {
    TreeMap<Key, Change> changes = new TreeMap<>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      Key key = randomKey();
      String text = random.nextInt(3) == 0 ? null : "v" + random.nextInt(100_000);
      changes.put(key, new Change(key, text, randomCondition(key)));
    }
    List<Change> batch = new ArrayList<>(changes.values());
    Collections.shuffle(batch, random);
    return batch;
  }

  private Condition randomCondition(Key key) {
    Optional<Long> version = model.versionOf(key, fixture.reads.latest());
    return switch (random.nextInt(6)) {
      case 0 -> Condition.ABSENT;
      case 1 -> Condition.PRESENT;
      case 2 -> version.map(Condition::versionIs).orElse(Condition.ABSENT);
      case 3 -> Condition.versionIs(1 + random.nextInt(5));
      default -> Condition.ANY;
    };
  }

  /** Applies the successful commits to the model in the order of their timestamps. */
  private void apply(List<ModelCommit> commits) {
    List<ModelCommit> succeeded = new ArrayList<>();
    for (ModelCommit commit : commits) {
      assertThat(commit.future()).isDone();
      if (!commit.future().isCompletedExceptionally()) {
        succeeded.add(commit);
      } else {
        checkFailure(commit, commits.size() == 1);
      }
    }
    succeeded.sort(Comparator.comparing(commit -> commit.result().timestamp()));
    succeeded.forEach(this::apply);
    for (ModelCommit commit : commits) {
      if (commit.future().isCompletedExceptionally()) {
        commit.changes().forEach(change -> adoptUndone(change.key()));
      }
    }
  }

  private void checkFailure(ModelCommit commit, boolean alone) {
    ColonnadeException failure = (ColonnadeException) commit.future().exceptionNow();
    if (failure.code() != ErrorCode.DISK_FULL) {
      assertThat(CONDITION_CODES).contains(failure.code());
      if (alone) {
        assertThat(commit.changes()).anyMatch(change -> !holds(change, fixture.reads.latest()));
      }
    }
  }

  private void apply(ModelCommit commit) {
    CommitResult result = commit.result();
    int inserted = 0;
    int updated = 0;
    int deleted = 0;
    for (Change change : commit.changes()) {
      assertThat(holds(change, result.timestamp())).as("condition of %s", change).isTrue();
      boolean isPresent = model.get(change.key(), result.timestamp()).isPresent();
      if (change.text() != null) {
        model.put(change.key(), result.timestamp(), change.text());
        inserted += isPresent ? 0 : 1;
        updated += isPresent ? 1 : 0;
      } else if (isPresent) {
        model.delete(change.key(), result.timestamp());
        deleted++;
      }
    }
    assertThat(result).isEqualTo(new CommitResult(result.timestamp(), inserted, updated, deleted));
  }

  private boolean holds(Change change, long timestamp) {
    Optional<Long> version = model.versionOf(change.key(), timestamp);
    return switch (change.condition()) {
      case Condition.Always always -> true;
      case Condition.Presence presence ->
          version.isPresent() == (presence == Condition.Presence.PRESENT);
      case Condition.VersionIs(long expected, _) -> version.equals(Optional.of(expected));
      case Condition.VersionAtMost(long expected) ->
          version.isPresent() && version.get() <= expected;
    };
  }

  private void collect() {
    long newest = fixture.reads.latest();
    long horizon = Math.max(fixture.guard.horizon(), newest - random.nextInt(30));
    fixture.collector.collect(horizon, Runnable::run).join();
  }

  private void split() {
    RangeDescriptor range = ranges.lookup(randomKey());
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      keys.add(randomKey());
    }
    keys.sort(Comparator.naturalOrder());
    try {
      List<RangeDescriptor> pieces = operations.split(range, keys);
      assertThat(pieces).hasSize(keys.size() + 1);
    } catch (ColonnadeException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
  }

  private void merge() {
    List<RangeDescriptor> all = ranges.map().all();
    if (all.size() > 1) {
      int first = random.nextInt(all.size() - 1);
      int end = Math.min(all.size(), first + 2 + random.nextInt(2));
      operations.merge(all.subList(first, end));
    }
  }

  private void clear() {
    KeySpan span = randomSpan();
    if (random.nextInt(4) == 0) {
      closeViews();
      Key end = span.end().isInfinity() ? span.end() : boundaries.rowStart(span.end());
      KeySpan rows = new KeySpan(boundaries.rowStart(span.start()), end);
      operations.clear(rows);
      model.clear(rows);
    }
  }

  private void crash() {
    closeViews();
    reopen(files.crash(random.nextInt(3)));
    checkScan(KeySpan.ALL, fixture.reads.latest());
  }

  private void reopen(MemoryStore after) {
    fixture.pipeline.close();
    files = after;
    long published =
        Math.max(
            TimestampRecords.read(files, TimestampRecords.PUBLISHED),
            TimestampRecords.read(files, TimestampRecords.HORIZON));
    open();
    model.removeAfter(published);
    model.keys().forEach(this::adoptUndone);
    verify();
  }

  private void openView() {
    if (views.size() < 5) {
      views.add(fixture.reads.open(randomTimestamp()));
    }
  }

  private void closeView() {
    if (!views.isEmpty()) {
      views.remove(random.nextInt(views.size())).close();
    }
  }

  private void closeViews() {
    views.forEach(ReadView::close);
    views.clear();
  }

  private void checkViews() {
    for (ReadView view : views) {
      model.requireScan(view, randomSpan());
      Key key = randomKey();
      assertThat(Optional.ofNullable(text(view.get(key))))
          .isEqualTo(model.get(key, view.timestamp()));
    }
  }

  private void checkGet() {
    Key key = randomKey();
    long timestamp = randomTimestamp();
    assertThat(Optional.ofNullable(text(fixture.reads.get(key, timestamp))))
        .isEqualTo(model.get(key, timestamp));
  }

  private void checkScan(KeySpan span, long timestamp) {
    try (ReadView view = fixture.reads.open(timestamp)) {
      model.requireScan(view, span);
    }
  }

  private void verify() {
    RangeVerification found = RangeVerifier.verify(store, boundaries);
    assertThat(found.problems()).isEmpty();
    assertThat(ranges.total()).isEqualTo(found.counted());
    assertThat(Ranges.open(store, boundaries).status()).isEqualTo(ranges.status());
  }

  private long randomTimestamp() {
    long oldest = fixture.guard.horizon();
    return oldest + random.nextLong(fixture.reads.latest() - oldest + 1);
  }

  private Key randomKey() {
    return key("r" + random.nextInt(ROWS) + ";" + random.nextInt(FAMILIES));
  }

  private KeySpan randomSpan() {
    if (random.nextInt(4) == 0) {
      return KeySpan.ALL;
    }
    Key first = randomKey();
    Key second = randomKey();
    return new KeySpan(Key.min(first, second), Key.max(first, second));
  }
}
