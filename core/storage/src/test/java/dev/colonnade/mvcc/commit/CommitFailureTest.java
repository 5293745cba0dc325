package dev.colonnade.mvcc.commit;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static dev.colonnade.mvcc.commit.MvccFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.commit.CommitOptions.GroupLimits;
import dev.colonnade.mvcc.commit.extension.ExclusiveCommand;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.mvcc.commit.extension.WriteAdmission;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.MetaCondition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.store.Space;
import dev.colonnade.testing.OwnThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Test of failures and limits of the commit pipeline. */
class CommitFailureTest {
  private static final CommitOptions TINY =
      new CommitOptions(Durability.SYNC, new BatchLimits(3, 200), new GroupLimits(2, 150, 2), 4, 8);

  private final MemoryStore store = new MemoryStore();
  private final StagedProposer proposer = new StagedProposer(store);
  private final CountingAdmission admission = new CountingAdmission();
  private final CountingParticipant participant = new CountingParticipant();
  private final AtomicInteger executed = new AtomicInteger();
  private Executor executor =
      task -> {
        executed.incrementAndGet();
        task.run();
      };
  private final MvccFixture fixture =
      new MvccFixture(
          store,
          participant,
          TINY,
          local ->
              local
                  .withProposer(proposer)
                  .withAdmission(admission)
                  .withThreads(CommitDependencies.Threads.of(task -> executor.execute(task))));

  @ParameterizedTest
  @EnumSource(names = {"DISK_FULL", "INVALID_ARGUMENT", "SHUTTING_DOWN", "INTERNAL"})
  void shouldContinueAfterAWriteThatCertainlyFailed(ErrorCode code) {
    store.faults().failWrite(1, code);
    assertCode(() -> fixture.put("a", "1"), code);
    fixture.put("a", "2");
    assertThat(fixture.get("a")).isEqualTo("2");
  }

  @ParameterizedTest
  @EnumSource(names = {"STORE_IO", "STORE_CORRUPT", "COMMIT_UNKNOWN"})
  void shouldStopAfterAWriteWithUnknownOutcome(ErrorCode code) {
    store.faults().failWrite(1, code);
    assertCode(() -> fixture.put("a", "1"), ErrorCode.COMMIT_UNKNOWN);
    assertCode(() -> fixture.put("a", "2"), ErrorCode.STORE_IO);
  }

  @Test
  void shouldHideChangesThatWereAppliedAndNeverBecameDurable() {
    long before = fixture.put("a", "1");
    store.faults().failSync(1, ErrorCode.DISK_FULL);
    List<String> calls = new ArrayList<>();
    proposer.duringNextSync(() -> calls.add("newest " + fixture.get("a", fixture.reads.newest())));
    assertCode(
        () ->
            fixture.pipeline.commit(
                put("a").onVisible(() -> calls.add("visible " + fixture.get("a", before)))),
        ErrorCode.COMMIT_UNKNOWN);
    assertThat(calls).containsExactly("visible 1", "newest x");
    assertThat(fixture.reads.newest()).isEqualTo(before);
    assertThat(fixture.get("a")).isEqualTo("1");
    assertCode(() -> fixture.put("a", "2"), ErrorCode.STORE_IO);
    assertCode(() -> fixture.pipeline.awaitDurable(before + 1), ErrorCode.STORE_IO);
    fixture.pipeline.awaitDurable(before);
    assertThat(admission.inside()).isZero();
  }

  @Test
  void shouldRefuseABatchOnAFullDiskBeforeItIsVisible() {
    store.faults().failWrite(1, ErrorCode.DISK_FULL);
    List<String> calls = new ArrayList<>();
    assertCode(
        () -> fixture.pipeline.commit(put("a").onVisible(() -> calls.add("visible"))),
        ErrorCode.DISK_FULL);
    assertThat(calls).isEmpty();
    fixture.pipeline.commit(put("a").onVisible(() -> calls.add("visible")));
    assertThat(calls).containsExactly("visible");
  }

  @Test
  void shouldFailACommandWhoseDiscardActionFails() {
    List<String> undone = new ArrayList<>();
    ExclusiveCommand<Integer> command =
        context -> {
          context.onDiscarded(
              () -> {
                throw new IllegalStateException("cannot undo");
              });
          context.onDiscarded(() -> undone.add("second"));
          throw new IllegalStateException("defect");
        };
    CompletableFuture<Integer> outcome =
        CompletableFuture.supplyAsync(
            () -> fixture.pipeline.exclusive(command), OwnThread.EXECUTOR);
    assertThat(outcome).failsWithin(Duration.ofMinutes(2));
    assertThat(undone).containsExactly("second");
    fixture.put("a", "1");
    assertThat(fixture.get("a")).isEqualTo("1");
  }

  @Test
  void shouldEvaluateARecordAgainThatACommandTouched() {
    List<CompletableFuture<CommitResult>> futures = new ArrayList<>();
    fixture.pipeline.exclusive(
        context -> {
          Mutations evaluatedBefore = new Mutations();
          evaluatedBefore.putMeta(key("record"), new byte[] {1}, MetaCondition.ABSENT);
          futures.add(fixture.pipeline.commitAsync(evaluatedBefore));
          context.batch().put(Space.META, key("record").bytes(), new byte[] {2});
          context.touchMeta(key("record"));
          return 1;
        });
    assertThat(futures.getFirst().exceptionNow())
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.SERIALIZATION_FAILURE));
  }

  @Test
  void shouldFailWithTheStoresCodeIfTheOutcomeIsKnown() {
    fixture.put("a", "1");
    long published = fixture.reads.latest();
    store.faults().failWrite(1, ErrorCode.DISK_FULL);
    assertCode(() -> fixture.put("a", "2"), ErrorCode.DISK_FULL);
    assertThat(fixture.reads.latest()).isEqualTo(published);
    assertThat(fixture.get("a")).isEqualTo("1");
    assertThat(fixture.put("a", "3")).isGreaterThan(published);
    assertThat(fixture.get("a", published)).isEqualTo("1");
    assertThat(participant.calls)
        .containsExactly(
            "changed",
            "write",
            "applied",
            "changed",
            "write",
            "discarded",
            "changed",
            "write",
            "applied");
    assertThat(fixture.pipeline.statistics().failedGroups()).isEqualTo(1);
  }

  @Test
  void shouldFailEachBatchOfAGroupWithItsOwnException() {
    List<CompletableFuture<CommitResult>> futures = new ArrayList<>();
    proposer.duringNext(
        () -> {
          futures.add(fixture.pipeline.commitAsync(put("b")));
          futures.add(fixture.pipeline.commitAsync(put("c")));
          store.faults().failWrite(2, ErrorCode.DISK_FULL);
        });
    fixture.put("a", "1");
    Throwable first = futures.get(0).exceptionNow();
    Throwable second = futures.get(1).exceptionNow();
    assertThat(first).isNotSameAs(second).hasMessage(second.getMessage());
    assertThat(fixture.get("b")).isNull();
    assertThat(admission.inside()).isZero();
  }

  @Test
  void shouldRefuseAllWritesAfterOneWithUnknownOutcome() {
    fixture.put("a", "1");
    long published = fixture.reads.latest();
    List<CompletableFuture<CommitResult>> futures = new ArrayList<>();
    proposer.duringNext(
        () -> {
          futures.add(fixture.pipeline.commitAsync(put("b")));
          store.faults().failWrite(1, ErrorCode.STORE_IO);
        });
    assertCode(() -> fixture.put("a", "2"), ErrorCode.COMMIT_UNKNOWN);
    assertThat(futures.getFirst().exceptionNow())
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_IO));
    assertCode(() -> fixture.put("a", "3"), ErrorCode.STORE_IO);
    assertCode(() -> fixture.pipeline.exclusive(context -> 1), ErrorCode.STORE_IO);
    assertThat(fixture.reads.latest()).isEqualTo(published);
    assertThat(fixture.get("a")).isEqualTo("1");
    assertThat(admission.inside()).isZero();
  }

  @Test
  void shouldTreatAFailingParticipantBeforeTheWriteAsAKnownFailure() {
    participant.failBeforeWrite = true;
    assertCode(() -> fixture.put("a", "1"), ErrorCode.INTERNAL);
    participant.failBeforeWrite = false;
    fixture.put("a", "2");
    assertThat(fixture.get("a")).isEqualTo("2");
  }

  @Test
  void shouldReportAnUnknownOutcomeIfAParticipantFailsAfterTheWrite() {
    participant.failApplied = true;
    assertCode(() -> fixture.put("a", "1"), ErrorCode.COMMIT_UNKNOWN);
    assertCode(() -> fixture.put("b", "1"), ErrorCode.STORE_IO);
  }

  @Test
  void shouldFailOnlyTheBatchThatCannotBeReadAgain() {
    List<CompletableFuture<CommitResult>> futures = new ArrayList<>();
    proposer.duringNext(
        () -> {
          futures.add(fixture.pipeline.commitAsync(put("a")));
          futures.add(fixture.pipeline.commitAsync(put("b")));
          store.faults().failRead(1, ErrorCode.STORE_IO);
        });
    fixture.put("a", "1");
    assertThat(futures.get(0).exceptionNow())
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_IO));
    assertThat(futures.get(1).join().insertedCount()).isEqualTo(1);
  }

  @Test
  void shouldLimitTheBatch() {
    Mutations tooMany = new Mutations();
    for (String each : List.of("a", "b", "c", "d")) {
      tooMany.delete(key(each), Condition.ANY);
    }
    assertCode(() -> fixture.pipeline.commit(tooMany), ErrorCode.INVALID_ARGUMENT);
    assertThat(admission.inside()).isZero();
  }

  @Test
  void shouldDivideABatchThatExceedsAStoreBatch() {
    Mutations large =
        new Mutations()
            .put(key("a"), value("x".repeat(150)), Condition.ANY)
            .put(key("b"), value("y".repeat(150)), Condition.ANY);
    fixture.pipeline.commit(large);
    assertThat(proposer.durabilities())
        .containsExactly(Durability.RELAXED, Durability.RELAXED, Durability.SYNC);
    assertThat(fixture.get("a")).hasSize(150);
    assertThat(fixture.get("b")).hasSize(150);
    assertThat(admission.inside()).isZero();
  }

  @Test
  void shouldLimitTheGroup() {
    List<CompletableFuture<CommitResult>> futures = new ArrayList<>();
    proposer.duringNext(
        () -> {
          for (String each : List.of("b", "c", "d")) {
            futures.add(fixture.pipeline.commitAsync(put(each)));
          }
        });
    fixture.put("a", "1");
    assertThat(proposer.durabilities()).hasSize(3);

    proposer.duringNext(
        () -> {
          futures.add(commitLong("e"));
          futures.add(commitLong("f"));
        });
    fixture.put("a", "2");
    assertThat(proposer.durabilities()).hasSize(6);
    assertThat(futures).hasSize(5).allMatch(CompletableFuture::isDone);
  }

  private CompletableFuture<CommitResult> commitLong(String key) {
    return fixture.pipeline.commitAsync(
        new Mutations().put(key(key), value("x".repeat(100)), Condition.ANY));
  }

  @Test
  void shouldLimitTheQueue() {
    List<CompletableFuture<CommitResult>> futures = new ArrayList<>();
    proposer.duringNext(
        () -> {
          for (String each : List.of("b", "c", "d", "e", "f")) {
            futures.add(fixture.pipeline.commitAsync(put(each)));
          }
        });
    fixture.put("a", "1");
    assertThat(futures.getLast().exceptionNow())
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED));
    futures.subList(0, 4).forEach(CompletableFuture::join);
    assertThat(admission.inside()).isZero();
  }

  @Test
  void shouldHandLeadershipOverAfterABoundedNumberOfGroups() {
    List<Runnable> handedOver = new ArrayList<>();
    executor = handedOver::add;
    List<CompletableFuture<CommitResult>> futures = new ArrayList<>();
    for (int group = 0; group < 3; group++) {
      proposer.duringNext(() -> futures.add(fixture.pipeline.commitAsync(put("a"))));
    }
    fixture.put("a", "1");
    assertThat(proposer.durabilities()).hasSize(2);
    assertThat(fixture.get("a")).isEqualTo("x");
    while (!handedOver.isEmpty()) {
      handedOver.removeFirst().run();
    }
    futures.forEach(CompletableFuture::join);
    assertThat(proposer.durabilities()).hasSize(4);
  }

  @Test
  void shouldContinueToLeadIfTheExecutorIsClosed() {
    executor =
        task -> {
          throw new RejectedExecutionException("closed");
        };
    List<CompletableFuture<CommitResult>> futures = new ArrayList<>();
    for (int group = 0; group < 3; group++) {
      proposer.duringNext(() -> futures.add(fixture.pipeline.commitAsync(put("a"))));
    }
    fixture.put("a", "1");
    assertThat(futures).hasSize(3).allMatch(CompletableFuture::isDone);
  }

  @Test
  void shouldCompleteFuturesOnTheExecutorOnly() {
    fixture.put("a", "1");
    assertThat(executed).hasValue(0);
    fixture.pipeline.commitAsync(put("a")).join();
    assertThat(executed).hasValue(1);
  }

  @Test
  void shouldRefuseRequestsAfterClosing() {
    fixture.put("a", "1");
    fixture.pipeline.close();
    fixture.pipeline.close();
    assertCode(() -> fixture.put("a", "2"), ErrorCode.SHUTTING_DOWN);
    assertCode(() -> fixture.pipeline.exclusive(context -> 1), ErrorCode.SHUTTING_DOWN);
    assertThat(fixture.pipeline.commitAsync(put("a")).exceptionNow())
        .isInstanceOf(ColonnadeException.class);
    assertThat(fixture.get("a")).isEqualTo("1");
  }

  @Test
  void shouldRefuseInvalidKeysAndValues() {
    Key longest = Key.wrap(new byte[Mutations.KEY_BYTES_MAX]);
    new Mutations().delete(longest, Condition.ANY);
    assertCode(
        () -> new Mutations().delete(longest.successor(), Condition.ANY),
        ErrorCode.INVALID_ARGUMENT);
    assertCode(
        () -> new Mutations().delete(Key.INFINITY, Condition.ANY), ErrorCode.INVALID_ARGUMENT);
    assertCode(
        () -> new Mutations().put(key("a"), new byte[11], Condition.ANY),
        ErrorCode.INVALID_ARGUMENT);
  }

  @Test
  void shouldRefuseASecondChangeOfAKey() {
    Mutations mutations =
        new Mutations().delete(key("b"), Condition.ANY).delete(key("c"), Condition.ANY);
    assertCode(() -> mutations.delete(key("c"), Condition.ANY), ErrorCode.INVALID_ARGUMENT);
    mutations.delete(key("a"), Condition.ANY);
    assertCode(() -> mutations.delete(key("b"), Condition.ANY), ErrorCode.INVALID_ARGUMENT);
    assertCode(() -> mutations.delete(key("a"), Condition.ANY), ErrorCode.INVALID_ARGUMENT);
    mutations.deleteMeta(key("a"), MetaCondition.ANY);
    assertThat(mutations.count()).isEqualTo(4);
  }

  private static Mutations put(String key) {
    return new Mutations().put(key(key), value("x"), Condition.ANY);
  }

  private static void assertCode(ThrowingCallable call, ErrorCode code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private static final class CountingAdmission implements WriteAdmission {
    private final AtomicInteger entered = new AtomicInteger();
    private final AtomicInteger left = new AtomicInteger();

    @Override
    public Ticket enter(Mutations mutations, boolean mayWait) {
      entered.incrementAndGet();
      return new Ticket() {
        @Override
        public void check() {}

        @Override
        public void leave() {
          left.incrementAndGet();
        }
      };
    }

    int inside() {
      return entered.get() - left.get();
    }
  }

  private static final class CountingParticipant implements GroupParticipant {
    private final List<String> calls = new ArrayList<>();
    private boolean failBeforeWrite;
    private boolean failApplied;

    @Override
    public void changed(VersionDelta delta) {
      calls.add("changed");
    }

    @Override
    public void beforeWrite(Batch batch) {
      calls.add("write");
      if (failBeforeWrite) {
        throw new IllegalStateException("before write");
      }
    }

    @Override
    public void applied() {
      calls.add("applied");
      if (failApplied) {
        throw new IllegalStateException("applied");
      }
    }

    @Override
    public Runnable inLog() {
      throw new AssertionError("the store has no log for several groups");
    }

    @Override
    public void discarded() {
      calls.add("discarded");
    }
  }

  @Test
  void shouldContinueToLeadIfTheExecutorIsOutOfThreads() {
    executor =
        task -> {
          throw new OutOfMemoryError("unable to create native thread");
        };
    List<CompletableFuture<CommitResult>> futures = new ArrayList<>();
    proposer.duringNext(
        () -> {
          for (String key : List.of("b", "c", "d", "e")) {
            futures.add(fixture.pipeline.commitAsync(put(key)));
          }
          proposer.duringNext(() -> {});
        });
    fixture.put("a", "1");
    assertThat(futures).allSatisfy(future -> assertThat(future).isCompleted());
    assertThat(admission.inside()).isZero();
    fixture.put("a", "2");
    assertThat(fixture.get("a")).isEqualTo("2");
  }
}
