package dev.colonnade.mvcc.commit;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static dev.colonnade.mvcc.commit.MvccFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.commit.CommitOptions.GroupLimits;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.mvcc.mutation.CommitGuard;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.store.StagedLogStore;
import dev.colonnade.testing.OwnThread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Test of commits on a store with a log in which several groups can be at once. */
@Timeout(60) // a defect of the leader shows as a wait without end
class GroupsInLogTest {
  private static final int IN_LOG_MAX = 3;
  private static final CommitOptions OPTIONS =
      new CommitOptions(
          Durability.SYNC,
          BatchLimits.DEFAULT,
          new GroupLimits(4, 1 << 20, 64, IN_LOG_MAX),
          64,
          64);

  private final StagedLogStore log = new StagedLogStore(new MemoryStore());
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final MvccFixture fixture =
      new MvccFixture(
          log,
          new RecordingParticipant(),
          OPTIONS,
          local -> local.withThreads(CommitDependencies.Threads.of(OwnThread.EXECUTOR)));

  @Test
  void shouldHaveSeveralGroupsInTheLogAndPublishThemInTheirOrder() {
    log.stage();
    CompletableFuture<CommitResult> first = put("a", 1);
    CompletableFuture<CommitResult> second = put("b", 2);
    List<CompletableFuture<CommitResult>> third = putTwo("c", "d", 3);
    assertThat(fixture.get("a")).isNull();
    assertThat(calls).doesNotContain("applied");

    log.applyFirst();
    long timestamp = first.join().timestamp();
    assertThat(fixture.reads.latest()).isEqualTo(timestamp);
    assertThat(fixture.get("a")).isEqualTo("x");
    assertThat(second).isNotDone();

    log.applyFirst();
    log.applyFirst();
    assertThat(second.join().timestamp()).isGreaterThan(timestamp);
    for (CompletableFuture<CommitResult> commit : third) {
      assertThat(commit.join().timestamp()).isGreaterThan(second.join().timestamp());
    }
    assertThat(calls).filteredOn("applied"::equals).hasSize(3);
    fixture.close();
  }

  @Test
  void shouldFillTheNextGroupWhenTheLogHasTheMaximum() {
    log.stage();
    List<CompletableFuture<CommitResult>> commits = new ArrayList<>();
    commits.add(put("a1", 1));
    commits.add(put("a2", 2));
    commits.addAll(putTwo("a3", "a4", IN_LOG_MAX));
    for (int count = 0; count < 5; count++) {
      commits.add(commit(new Mutations().put(key("b" + count), value("x"), Condition.ANY)));
    }
    assertThat(log.waiting()).isEqualTo(IN_LOG_MAX);
    finish(commits);
    assertThat(log.appended()).isGreaterThan(IN_LOG_MAX);
    fixture.close();
  }

  @Test
  void shouldBuildTheNextGroupFromAsManyBatchesAsAreInTheLog() {
    log.stage();
    List<CompletableFuture<CommitResult>> commits = new ArrayList<>();
    commits.add(put("a1", 1));
    commits.add(put("a2", 2));
    commits.add(commit(new Mutations().put(key("a3"), value("x"), Condition.ANY)));
    assertThat(log.waiting()).isEqualTo(2);
    log.applyFirst(); // one batch is left in the log, and one is waiting
    commits.getFirst().join();
    awaitInLog(2);
    finish(commits);
    fixture.close();
  }

  @Test
  void shouldEvaluateAgainWhenAGroupInTheLogHasChangedTheKey() {
    log.stage();
    CompletableFuture<CommitResult> first = put("a", 1);
    CompletableFuture<CommitResult> second =
        commit(new Mutations().put(key("a"), value("y"), Condition.ABSENT));
    log.applyFirst();
    first.join();
    assertFails(second, ErrorCode.UNIQUE_VIOLATION);
    assertThat(log.waiting()).isZero();
    fixture.close();
  }

  @Test
  void shouldCheckGuardsThatDependOnEarlierGroupsWhenTheseAreApplied() {
    log.stage();
    CompletableFuture<CommitResult> first = put("a", 1);
    CommitGuard guard =
        new CommitGuard() {
          @Override
          public void check() {
            calls.add("checked " + fixture.get("a"));
          }

          @Override
          public boolean needsEarlierGroups() {
            return true;
          }
        };
    CompletableFuture<CommitResult> second =
        commit(new Mutations().put(key("b"), value("y"), Condition.ANY).guardedBy(guard));
    log.applyFirst();
    first.join();
    awaitInLog(1);
    log.applyFirst();
    second.join();
    assertThat(calls).contains("checked x");
    fixture.close();
  }

  @Test
  void shouldRunActionsAtApplicationBeforeAnotherGroupIsBuilt() {
    log.stage();
    CompletableFuture<CommitResult> first = put("a", 1);
    CompletableFuture<CommitResult> second =
        commit(
            new Mutations()
                .put(key("b"), value("y"), Condition.ANY)
                .onApplied(() -> calls.add("action, newest " + fixture.get("a"))));
    // Nothing is joined before the end: the thread of a commit may lead the groups that follow.
    log.applyFirst();
    awaitInLog(1);
    CompletableFuture<CommitResult> third =
        commit(
            new Mutations()
                .put(key("c"), value("y"), Condition.ANY)
                .guardedBy(() -> calls.add("guard")));
    log.applyFirst();
    awaitInLog(1);
    log.applyFirst();
    first.join();
    second.join();
    third.join();
    assertThat(calls).containsSubsequence("action, newest x", "guard");
    fixture.close();
  }

  @Test
  void shouldRunACommandAfterAllGroupsInTheLog() {
    log.stage();
    CompletableFuture<CommitResult> first = put("a", 1);
    CompletableFuture<CommitResult> second = put("b", 2);
    CompletableFuture<Long> command =
        CompletableFuture.supplyAsync(
            () -> fixture.pipeline.exclusive(context -> context.published()), OwnThread.EXECUTOR);
    log.applyFirst();
    first.join();
    log.applyFirst();
    assertThat(command.join()).isEqualTo(second.join().timestamp());
    fixture.close();
  }

  @Test
  void shouldFailAllGroupsInTheLogWhenTheyAreLost() {
    log.stage();
    CompletableFuture<CommitResult> first = put("a", 1);
    CompletableFuture<CommitResult> second = put("b", 2);
    List<CompletableFuture<CommitResult>> third = putTwo("c", "d", 3);
    log.applyFirst();
    first.join();
    log.failFirst(ErrorCode.SERIALIZATION_FAILURE);
    log.failFirst(ErrorCode.SERIALIZATION_FAILURE);
    assertFails(second, ErrorCode.SERIALIZATION_FAILURE);
    third.forEach(commit -> assertFails(commit, ErrorCode.SERIALIZATION_FAILURE));
    assertThat(fixture.get("b")).isNull();
    fixture.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"COMMIT_UNKNOWN", "STORE_IO"})
  void shouldReportNoGroupAsCommittedAfterOneWithUnknownOutcome(ErrorCode code) {
    log.stage();
    CompletableFuture<CommitResult> first = put("a", 1);
    CompletableFuture<CommitResult> second = put("b", 2);
    List<CompletableFuture<CommitResult>> third = putTwo("c", "d", 3);
    log.failFirst(code);
    log.applyFirst();
    log.failFirst(ErrorCode.SERIALIZATION_FAILURE);
    assertFails(first, ErrorCode.COMMIT_UNKNOWN);
    assertFails(second, ErrorCode.COMMIT_UNKNOWN);
    third.forEach(commit -> assertFails(commit, ErrorCode.SERIALIZATION_FAILURE));
    assertThat(fixture.get("b")).isNull();
    assertFails(
        commit(new Mutations().put(key("d"), value("x"), Condition.ANY)), ErrorCode.STORE_IO);
    assertThatThrownBy(() -> fixture.pipeline.exclusive(context -> true))
        .isInstanceOf(ColonnadeException.class);
    fixture.close();
  }

  @Test
  void shouldPublishAGroupThatIsAppliedAtOnceAfterEarlierOnes() {
    log.stage();
    CompletableFuture<CommitResult> first = put("a", 1);
    log.applyWithinNextAppend();
    CompletableFuture<CommitResult> second =
        commit(new Mutations().put(key("b"), value("y"), Condition.ANY));
    assertThat(second.join().timestamp()).isGreaterThan(first.join().timestamp());
    assertThat(fixture.reads.latest()).isEqualTo(second.join().timestamp());
    fixture.close();
  }

  @Test
  void shouldFailOnlyTheGroupThatTheLogRefusesAtOnce() {
    log.stage();
    CompletableFuture<CommitResult> first = put("a", 1);
    log.refuse(ErrorCode.OVERLOADED);
    assertFails(
        commit(new Mutations().put(key("b"), value("x"), Condition.ANY)), ErrorCode.OVERLOADED);
    log.applyFirst();
    first.join();
    assertThat(fixture.get("a")).isEqualTo("x");
    fixture.close();
  }

  @Test
  void shouldKeepTheInterruptOfACallerThatWaitsForTheLog() throws InterruptedException {
    log.stage();
    CompletableFuture<Boolean> wasInterrupted = new CompletableFuture<>();
    Thread caller =
        Thread.ofPlatform()
            .start(
                () -> {
                  Thread.currentThread().interrupt();
                  fixture.pipeline.commit(new Mutations().put(key("a"), value("x"), Condition.ANY));
                  wasInterrupted.complete(Thread.currentThread().isInterrupted());
                });
    awaitInLog(1);
    while (caller.getState() != Thread.State.WAITING) {
      pause();
    }
    log.applyFirst();
    assertThat(wasInterrupted.join()).isTrue();
    fixture.close();
  }

  @Test
  void shouldWaitForGroupsInTheLogWhenItIsClosed() {
    log.stage();
    CompletableFuture<CommitResult> first = put("a", 1);
    CompletableFuture<Void> close =
        CompletableFuture.runAsync(fixture.pipeline::close, OwnThread.EXECUTOR);
    log.applyFirst();
    first.join();
    close.join();
  }

  /** Acknowledged commit of a history. */
  private record Acknowledged(long timestamp, String key, String text, Condition condition) {}

  /** Ways in which a history ends. */
  private enum End {
    COMPLETE,
    LOST,
    UNKNOWN
  }

  @ParameterizedTest
  @EnumSource
  void shouldBeEquivalentToTheSerialHistory(End end) {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int decidedMax = end == End.COMPLETE ? Integer.MAX_VALUE : 1 + random.nextInt(100);
    ConcurrentLinkedQueue<Acknowledged> acknowledged = new ConcurrentLinkedQueue<>();
    List<CompletableFuture<Void>> writers = new ArrayList<>();
    log.stage();
    for (int writer = 0; writer < 6; writer++) {
      long ownSeed = random.nextLong();
      String prefix = "w" + writer + "-";
      writers.add(
          CompletableFuture.runAsync(
              () -> write(new Random(ownSeed), prefix, acknowledged), OwnThread.EXECUTOR));
    }
    decide(writers, random, decidedMax, end);
    writers.forEach(CompletableFuture::join);

    List<Acknowledged> history = new ArrayList<>(acknowledged);
    history.sort(Comparator.comparingLong(Acknowledged::timestamp));
    Map<String, String> model = new HashMap<>();
    for (Acknowledged commit : history) {
      boolean isPresent = model.containsKey(commit.key());
      assertThat(commit.condition() == Condition.ABSENT ? !isPresent : isPresent)
          .as("seed=%d commit=%s", seed, commit)
          .isTrue();
      if (commit.text().isEmpty()) {
        model.remove(commit.key());
      } else {
        model.put(commit.key(), commit.text());
      }
    }
    for (int number = 0; number < 4; number++) {
      assertThat(fixture.get("k" + number))
          .as("seed=%d key=%d", seed, number)
          .isEqualTo(model.get("k" + number));
    }
    fixture.close();
  }

  /** Decides the outcomes of groups until all writers are done. */
  private void decide(
      List<CompletableFuture<Void>> writers, Random random, int decidedMax, End end) {
    int decided = 0;
    while (!writers.stream().allMatch(CompletableFuture::isDone)) {
      if (decided < decidedMax) {
        decided += log.applyFirst() ? 1 : 0;
      } else if (end == End.LOST) {
        log.refuse(ErrorCode.SERIALIZATION_FAILURE);
        log.failFirst(ErrorCode.SERIALIZATION_FAILURE);
      } else if (decided == decidedMax) {
        decided += log.failFirst(ErrorCode.COMMIT_UNKNOWN) ? 1 : 0;
      } else {
        boolean _ =
            random.nextBoolean() ? log.applyFirst() : log.failFirst(ErrorCode.COMMIT_UNKNOWN);
      }
      pause();
    }
  }

  private void write(Random random, String prefix, ConcurrentLinkedQueue<Acknowledged> done) {
    for (int count = 0; count < 60; count++) {
      String key = "k" + random.nextInt(4);
      boolean isInsert = random.nextBoolean();
      String text = isInsert || random.nextBoolean() ? prefix + count : "";
      Condition condition = isInsert ? Condition.ABSENT : Condition.PRESENT;
      Mutations mutations = new Mutations();
      if (text.isEmpty()) {
        mutations.delete(key(key), condition);
      } else {
        mutations.put(key(key), value(text), condition);
      }
      try {
        CommitResult result = fixture.pipeline.commit(mutations);
        done.add(new Acknowledged(result.timestamp(), key, text, condition));
      } catch (ColonnadeException e) {
        calls.add(e.code().name());
      }
    }
  }

  /** Commits a put, and waits until {@code inLog} groups are in the log. */
  private CompletableFuture<CommitResult> put(String key, int inLog) {
    CompletableFuture<CommitResult> commit =
        commit(new Mutations().put(key(key), value("x"), Condition.ANY));
    awaitInLog(inLog);
    return commit;
  }

  /** Commits two puts, and waits until {@code inLog} groups are in the log. */
  private List<CompletableFuture<CommitResult>> putTwo(String first, String second, int inLog) {
    List<CompletableFuture<CommitResult>> commits =
        List.of(
            commit(new Mutations().put(key(first), value("x"), Condition.ANY)),
            commit(new Mutations().put(key(second), value("x"), Condition.ANY)));
    awaitInLog(inLog);
    return commits;
  }

  /** Waits a little; fails when the time of the test is over. */
  private static void pause() {
    assertThat(Thread.currentThread().isInterrupted()).as("timed out").isFalse();
    Thread.onSpinWait();
  }

  private void awaitInLog(int count) {
    while (log.waiting() != count) {
      pause();
    }
  }

  private CompletableFuture<CommitResult> commit(Mutations mutations) {
    Supplier<CommitResult> commit = () -> fixture.pipeline.commit(mutations);
    return CompletableFuture.supplyAsync(commit, OwnThread.EXECUTOR);
  }

  private void finish(List<CompletableFuture<CommitResult>> commits) {
    while (!commits.stream().allMatch(CompletableFuture::isDone)) {
      boolean _ = log.applyFirst();
      pause();
    }
    commits.forEach(CompletableFuture::join);
  }

  private static void assertFails(CompletableFuture<CommitResult> commit, ErrorCode code) {
    assertThatThrownBy(commit::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  /** Participant that records when changes are counted, and when they are applied. */
  private final class RecordingParticipant implements GroupParticipant {
    @Override
    public void changed(VersionDelta delta) {}

    @Override
    public void beforeWrite(Batch batch) {}

    @Override
    public void applied() {
      calls.add("applied");
    }

    @Override
    public Runnable inLog() {
      return this::applied;
    }

    @Override
    public void discarded() {}
  }
}
