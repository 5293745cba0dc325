package dev.colonnade.mvcc.commit;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static dev.colonnade.mvcc.commit.MvccFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.MetaCondition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.store.Durability;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.store.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CommitPipelineTest {
  private final MemoryStore store = new MemoryStore();
  private final StagedProposer proposer = new StagedProposer(store);
  private long nanos;
  private final MvccFixture fixture = new MvccFixture(store, this::dependencies);
  private final CommitPipeline pipeline = fixture.pipeline;

  private CommitDependencies dependencies(CommitDependencies local) {
    return local.withProposer(proposer).withTicker(() -> nanos += 5);
  }

  @AfterEach
  public void close() {
    fixture.close();
  }

  @Test
  void shouldCommitAllChangesOfABatchAtOneTimestamp() {
    fixture.put("b", "1");
    fixture.put("c", "1");
    CommitResult result =
        pipeline.commit(
            new Mutations()
                .put(key("a"), value("2"), Condition.ANY)
                .put(key("b"), value("2"), Condition.ANY)
                .delete(key("c"), Condition.ANY)
                .delete(key("d"), Condition.ANY));
    assertThat(result).isEqualTo(new CommitResult(result.timestamp(), 1, 1, 1));
    assertThat(fixture.reads.latest()).isEqualTo(result.timestamp());
    assertThat(fixture.get("a")).isEqualTo("2");
    assertThat(fixture.get("b")).isEqualTo("2");
    assertThat(fixture.get("c")).isNull();
    assertThat(fixture.get("a", result.timestamp() - 1)).isNull();
    assertThat(fixture.get("b", result.timestamp() - 1)).isEqualTo("1");
    assertThat(fixture.get("c", result.timestamp() - 1)).isEqualTo("1");
  }

  @Test
  void shouldMeasureHowLongGroupsTakeToWrite() {
    fixture.put("a", "1");
    fixture.put("b", "1");
    CommitStatistics statistics = pipeline.statistics();
    assertThat(statistics.groups()).isEqualTo(2);
    assertThat(statistics.writeNanos()).isEqualTo(2 * 5);
  }

  @Test
  void shouldCheckTheConditionOfEveryChange() {
    long version = fixture.put("a", "1");
    assertRefused(put("a", Condition.ABSENT), ErrorCode.UNIQUE_VIOLATION);
    assertRefused(put("b", Condition.PRESENT), ErrorCode.ROW_NOT_FOUND);
    assertRefused(put("a", Condition.versionIs(version - 1)), ErrorCode.SERIALIZATION_FAILURE);
    assertRefused(put("b", Condition.versionIs(version)), ErrorCode.SERIALIZATION_FAILURE);
    assertRefused(
        put("c", Condition.ANY).delete(key("b"), Condition.PRESENT), ErrorCode.ROW_NOT_FOUND);
    assertThat(fixture.get("c")).isNull();

    pipeline.commit(put("a", Condition.versionIs(version)));
    pipeline.commit(put("b", Condition.ABSENT));
    pipeline.commit(put("b", Condition.PRESENT));
    fixture.delete("b");
    assertRefused(put("b", Condition.PRESENT), ErrorCode.ROW_NOT_FOUND);
    pipeline.commit(put("b", Condition.ABSENT));
  }

  @Test
  void shouldWriteNothingForABatchThatChangesNothing() {
    fixture.put("a", "1");
    long published = fixture.reads.latest();
    int groups = proposer.durabilities().size();
    CommitResult result = pipeline.commit(new Mutations().delete(key("b"), Condition.ANY));
    assertThat(result).isEqualTo(new CommitResult(published, 0, 0, 0));
    assertThat(pipeline.commit(new Mutations()).timestamp()).isEqualTo(published);
    assertThat(proposer.durabilities()).hasSize(groups);
  }

  @Test
  void shouldChangeMetaTogetherWithRows() {
    Key record = key("test/record");
    pipeline.commit(put("a", Condition.ANY).putMeta(record, new byte[] {1}, MetaCondition.ABSENT));
    assertThat(store.get(Space.META, record)).containsExactly(1);
    assertRefused(
        put("b", Condition.ANY).putMeta(record, new byte[] {2}, MetaCondition.ABSENT),
        ErrorCode.SERIALIZATION_FAILURE);
    assertRefused(
        new Mutations().deleteMeta(record, MetaCondition.bytesAre(new byte[] {2})),
        ErrorCode.SERIALIZATION_FAILURE);
    assertThat(fixture.get("b")).isNull();
    pipeline.commit(
        new Mutations().putMeta(record, new byte[] {2}, MetaCondition.bytesAre(new byte[] {1})));
    assertThat(store.get(Space.META, record)).containsExactly(2);
    pipeline.commit(new Mutations().deleteMeta(record, MetaCondition.ANY));
    assertThat(store.get(Space.META, record)).isNull();
  }

  @Test
  void shouldMakeABatchVisibleEarlyAtTheNewestTimestamp() {
    long before = fixture.put("a", "1");
    List<String> seen = new ArrayList<>();
    List<CompletableFuture<CommitResult>> next = new ArrayList<>();
    proposer.duringNextSync(
        () -> {
          seen.add(fixture.get("a") + fixture.get("a", fixture.reads.newest()));
          assertThat(fixture.reads.latest()).isEqualTo(before);
          next.add(pipeline.commitAsync(put("a", Condition.versionIs(fixture.reads.newest()))));
        });
    CommitResult early =
        pipeline.commit(put("a", Condition.ANY).onVisible(() -> seen.add("visible")));
    assertThat(seen).containsExactly("visible", "1x");
    assertThat(next.getFirst().join().timestamp()).isEqualTo(early.timestamp() + 1);
    assertThat(fixture.reads.latest()).isEqualTo(fixture.reads.newest());
    assertThat(proposer.durabilities())
        .containsExactly(Durability.SYNC, Durability.RELAXED, Durability.SYNC);
  }

  @Test
  void shouldMakeABatchWithApplicationActionsVisibleWhenDurable() {
    List<String> calls = new ArrayList<>();
    proposer.duringNextSync(() -> calls.add("sync of its own"));
    pipeline.commit(
        put("a", Condition.ANY)
            .onApplied(() -> calls.add("applied at " + fixture.reads.newest()))
            .onVisible(() -> calls.add("visible at " + fixture.reads.latest())));
    assertThat(calls).containsExactly("applied at 0", "visible at " + fixture.reads.latest());
    assertThat(proposer.durabilities()).containsExactly(Durability.SYNC);
  }

  @Test
  void shouldGroupBatchesThatArriveDuringAWrite() {
    List<CompletableFuture<CommitResult>> futures = new ArrayList<>();
    proposer.duringNext(
        () -> {
          for (String each : List.of("b", "c", "d")) {
            futures.add(pipeline.commitAsync(put(each, Condition.ANY)));
          }
        });
    long first = fixture.put("a", "1");
    assertThat(proposer.durabilities()).hasSize(2);
    assertThat(futures.stream().map(future -> future.join().timestamp()).toList())
        .containsExactly(first + 1, first + 2, first + 3);
    assertThat(fixture.reads.latest()).isEqualTo(first + 3);
    assertThat(fixture.get("c", first + 1)).isNull();
    assertThat(fixture.get("c", first + 2)).isEqualTo("x");
    assertThat(pipeline.statistics().commits()).isEqualTo(4);
    assertThat(pipeline.statistics().groups()).isEqualTo(2);
  }

  @Test
  void shouldEvaluateKeysAgainThatChangedAfterEvaluation() {
    List<CompletableFuture<CommitResult>> futures = new ArrayList<>();
    proposer.duringNext(
        () -> {
          futures.add(pipeline.commitAsync(put("a", Condition.ABSENT)));
          futures.add(pipeline.commitAsync(put("b", Condition.ABSENT)));
        });
    long first = fixture.put("a", "1");
    assertFailed(futures.get(0), ErrorCode.UNIQUE_VIOLATION);
    assertThat(futures.get(1).join().insertedCount()).isEqualTo(1);
    assertThat(pipeline.statistics().rereads()).isEqualTo(1);
    assertThat(pipeline.statistics().rejected()).isEqualTo(1);

    proposer.duringNext(() -> futures.add(pipeline.commitAsync(put("a", Condition.ANY))));
    long second = fixture.put("a", "2");
    assertThat(futures.get(2).join().updatedCount()).isEqualTo(1);
    assertThat(fixture.get("a", first)).isEqualTo("1");
    assertThat(fixture.get("a", second)).isEqualTo("2");
    assertThat(fixture.get("a")).isEqualTo("x");
  }

  @Test
  void shouldDelayABatchThatTouchesAKeyChangedByItsGroup() {
    List<CompletableFuture<CommitResult>> futures = new ArrayList<>();
    proposer.duringNext(
        () -> {
          futures.add(pipeline.commitAsync(put("b", Condition.ABSENT)));
          futures.add(pipeline.commitAsync(put("b", Condition.ANY)));
          futures.add(pipeline.commitAsync(put("c", Condition.ABSENT)));
        });
    fixture.put("a", "1");
    futures.forEach(CompletableFuture::join);
    assertThat(proposer.durabilities()).hasSize(3);
    assertThat(futures.get(0).join().insertedCount()).isEqualTo(1);
    assertThat(futures.get(1).join().updatedCount()).isEqualTo(1);
    assertThat(fixture.get("b", futures.get(0).join().timestamp())).isEqualTo("x");
  }

  @Test
  void shouldEvaluateMetaAgainToo() {
    Key record = key("test/record");
    List<CompletableFuture<CommitResult>> futures = new ArrayList<>();
    proposer.duringNext(
        () -> {
          for (int i = 0; i < 2; i++) {
            futures.add(
                pipeline.commitAsync(
                    new Mutations().putMeta(record, new byte[] {2}, MetaCondition.ABSENT)));
          }
        });
    pipeline.commit(new Mutations().putMeta(record, new byte[] {1}, MetaCondition.ABSENT));
    assertFailed(futures.get(0), ErrorCode.SERIALIZATION_FAILURE);
    assertFailed(futures.get(1), ErrorCode.SERIALIZATION_FAILURE);
    assertThat(store.get(Space.META, record)).containsExactly(1);
  }

  @Test
  void shouldUseTheStrictestDurabilityOfAGroup() {
    List<CompletableFuture<CommitResult>> futures = new ArrayList<>();
    pipeline.commit(put("a", Condition.ANY), Durability.RELAXED);
    proposer.duringNext(
        () -> {
          futures.add(pipeline.commitAsync(put("b", Condition.ANY), Durability.RELAXED));
          futures.add(pipeline.commitAsync(put("c", Condition.ANY), Durability.SYNC));
          futures.add(pipeline.commitAsync(put("d", Condition.ANY), Durability.RELAXED));
        });
    pipeline.commit(put("a", Condition.ANY), Durability.RELAXED);
    assertThat(proposer.durabilities())
        .containsExactly(Durability.RELAXED, Durability.RELAXED, Durability.SYNC);
    assertThat(futures).allMatch(CompletableFuture::isDone);
  }

  @Test
  void shouldRunCommandsBetweenGroups() {
    List<CompletableFuture<CommitResult>> futures = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    proposer.duringNext(() -> futures.add(pipeline.commitAsync(put("b", Condition.ANY))));
    fixture.put("a", "1");
    String result =
        pipeline.exclusive(
            context -> {
              assertThat(context.published()).isEqualTo(fixture.reads.latest());
              context.batch().put(Space.META, key("test/r").bytes(), new byte[] {7});
              context.onApplied(() -> seen.add("applied"));
              context.onDiscarded(() -> seen.add("discarded"));
              return "result";
            });
    assertThat(result).isEqualTo("result");
    assertThat(seen).containsExactly("applied");
    assertThat(store.get(Space.META, key("test/r"))).containsExactly(7);
  }

  @Test
  void shouldNotDivideAGroupForACommand() throws InterruptedException {
    List<CompletableFuture<CommitResult>> futures = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    Thread commander =
        new Thread(
            () ->
                pipeline.exclusive(
                    context -> {
                      seen.add("b=%s c=%s".formatted(fixture.get("b"), fixture.get("c")));
                      return context.published();
                    }));
    proposer.duringNext(
        () -> {
          futures.add(pipeline.commitAsync(put("b", Condition.ANY)));
          commander.start();
          await().until(() -> commander.getState() == Thread.State.WAITING);
          futures.add(pipeline.commitAsync(put("c", Condition.ANY)));
        });
    int before = proposer.durabilities().size();
    fixture.put("a", "1");
    commander.join();
    futures.forEach(CompletableFuture::join);
    assertThat(proposer.durabilities()).as("groups: a, then b with c").hasSize(before + 2);
    assertThat(seen).containsExactly("b=x c=x");
  }

  @Test
  void shouldDiscardACommandThatThrows() {
    List<String> seen = new ArrayList<>();
    assertCode(
        () ->
            pipeline.exclusive(
                context -> {
                  context.batch().put(Space.META, key("test/r").bytes(), new byte[] {7});
                  context.onApplied(() -> seen.add("applied"));
                  context.onDiscarded(() -> seen.add("discarded"));
                  throw new ColonnadeException(ErrorCode.RANGE_BUSY, "busy");
                }),
        ErrorCode.RANGE_BUSY);
    assertCode(
        () ->
            pipeline.exclusive(
                context -> {
                  throw new IllegalStateException("defect");
                }),
        ErrorCode.INTERNAL);
    assertThat(seen).containsExactly("discarded");
    assertThat(store.get(Space.META, key("test/r"))).isNull();
    fixture.put("a", "1");
    assertThat(store.get(Space.META, key("test/r"))).isNull();
  }

  @Test
  void shouldEvaluateKeysAgainThatACommandTouched() {
    fixture.put("a", "1");
    List<CompletableFuture<CommitResult>> futures = new ArrayList<>();
    for (boolean all : List.of(true, false)) {
      long rereads = pipeline.statistics().rereads();
      proposer.duringNext(() -> futures.add(pipeline.commitAsync(put("a", Condition.ANY))));
      pipeline.exclusive(
          context -> {
            context.batch().put(Space.META, key("test/r").bytes(), new byte[] {7});
            if (all) {
              context.touchAll();
            } else {
              context.touch(key("a"));
            }
            return context.timestamp();
          });
      futures.getLast().join();
      assertThat(pipeline.statistics().rereads()).isEqualTo(rereads + 1);
    }
  }

  @Test
  void shouldReportChangedKeysToCommands() {
    fixture.put("a", "1");
    long published = fixture.reads.latest();
    fixture.put("b", "1");
    pipeline.exclusive(
        context -> {
          assertThat(context.isUnchangedSince(key("a"), published)).isTrue();
          assertThat(context.isUnchangedSince(key("b"), published)).isFalse();
          assertThat(context.isUntouchedSince(published)).isTrue();
          context.touchAll();
          assertThat(context.isUnchangedSince(key("a"), published)).isFalse();
          assertThat(context.isUntouchedSince(published)).isFalse();
          return true;
        });
  }

  @Test
  void shouldRefuseABatchSubmittedTwice() {
    Mutations mutations = put("a", Condition.ANY);
    pipeline.commit(mutations);
    assertThatThrownBy(() -> pipeline.commit(mutations)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldContinueAboveTheLastCommitWhenReopened() {
    fixture.physical.set(50_000);
    long last = fixture.put("a", "1");
    MvccFixture again = new MvccFixture(store.crash(), GroupParticipant.NONE);
    assertThat(again.reads.latest()).isEqualTo(last);
    assertThat(again.get("a")).isEqualTo("1");
    assertThat(again.put("a", "2")).isGreaterThan(last);
    again.close();
  }

  private static Mutations put(String key, Condition condition) {
    return new Mutations().put(key(key), value("x"), condition);
  }

  private void assertRefused(Mutations mutations, ErrorCode code) {
    assertCode(() -> pipeline.commit(mutations), code);
  }

  private static void assertFailed(CompletableFuture<CommitResult> future, ErrorCode code) {
    assertThatThrownBy(future::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private static void assertCode(ThrowingCallable call, ErrorCode code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
