package dev.colonnade.storage.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.mvcc.commit.CommitOptions;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.commit.CommitOptions.GroupLimits;
import dev.colonnade.mvcc.commit.CommitResult;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.store.Durability;
import dev.colonnade.store.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of write callbacks that block, more of them than completion threads. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StorageThreadsTest {
  private static final int BLOCKED = StorageThreads.COMMIT_THREADS_MAX + 10;

  /** Commit options with which every leader hands over after one group. */
  private static final CommitOptions RESTLESS =
      new CommitOptions(
          Durability.SYNC, BatchLimits.DEFAULT, new GroupLimits(1, 1000, 1), 1024, 1 << 10);

  private final StorageThreads threads = new StorageThreads(1);
  private final MvccFixture mvcc =
      new MvccFixture(
          new MemoryStore(),
          GroupParticipant.NONE,
          RESTLESS,
          local -> local.withThreads(threads.dependencies().commits()));
  private final CountDownLatch release = new CountDownLatch(1);

  @AfterEach
  public void close() {
    release.countDown();
    mvcc.close();
    threads.close();
  }

  private CompletableFuture<CommitResult> write(String key) {
    return mvcc.pipeline.commitAsync(
        new Mutations().put(MvccFixture.key(key), MvccFixture.value("1"), Condition.ANY));
  }

  private List<CompletableFuture<Void>> blockCallbacks() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(BLOCKED);
    List<CompletableFuture<Void>> blocked = new ArrayList<>();
    for (int i = 0; i < BLOCKED; i++) {
      blocked.add(
          write("blocked" + i)
              .thenAcceptAsync(
                  result -> {
                    begun.countDown();
                    awaitRelease();
                  },
                  threads.dependencies().commits().completions()));
    }
    assertThat(begun.await(120, TimeUnit.SECONDS)).as("all callbacks at once").isTrue();
    return blocked;
  }

  private void awaitRelease() {
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void shouldLeadAndCompleteCommitsWhileCallbacksBlock() throws Exception {
    List<CompletableFuture<Void>> blocked = blockCallbacks();
    try (ExecutorService writers = Executors.newFixedThreadPool(4)) {
      List<Future<?>> done = new ArrayList<>();
      for (int writer = 0; writer < 4; writer++) {
        int number = writer;
        done.add(
            writers.submit(
                () -> {
                  for (int i = 0; i < 200; i++) {
                    mvcc.put("w" + number + "-" + i, "1");
                  }
                }));
      }
      for (Future<?> each : done) {
        each.get(120, TimeUnit.SECONDS);
      }
    }
    assertThat(write("free").get(120, TimeUnit.SECONDS).insertedCount()).isEqualTo(1);
    assertThat(blocked).noneMatch(CompletableFuture::isDone);
    release.countDown();
    for (CompletableFuture<Void> each : blocked) {
      each.get(120, TimeUnit.SECONDS);
    }
  }

  @Test
  void shouldCompleteWritesThatCallbacksWaitFor() throws Exception {
    List<CompletableFuture<Void>> waiting = new ArrayList<>();
    for (int i = 0; i < BLOCKED; i++) {
      String inner = "inner" + i;
      waiting.add(
          write("outer" + i)
              .thenAcceptAsync(
                  result -> write(inner).join(), threads.dependencies().commits().completions()));
    }
    for (CompletableFuture<Void> each : waiting) {
      each.get(120, TimeUnit.SECONDS);
    }
    assertThat(mvcc.get("inner" + (BLOCKED - 1))).isEqualTo("1");
  }
}
