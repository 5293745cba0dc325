package dev.colonnade.replication.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.replication.log.LogApplier;
import dev.colonnade.replication.log.MemberStore;
import dev.colonnade.replication.log.Proposals;
import dev.colonnade.storage.cluster.RoleListener;
import dev.colonnade.storage.replica.ReplicaUpdates;
import dev.colonnade.store.Store;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Test of the switch between roles: replacements of the store while a member starts and ends. */
@Timeout(60)
class RoleSwitchTest {
  @TempDir private Path folder;

  private MemberStore store;
  private RoleSwitch roles;
  private final AtomicInteger replacements = new AtomicInteger();

  @BeforeEach
  void open() {
    store = MemberStore.open(folder, RocksStoreConfig.defaults());
    roles =
        new RoleSwitch(
            store,
            new LogApplier(store, new Proposals(), () -> {}),
            new Unserved(),
            new RoleSwitch.Roles(
                () -> 0,
                (term, lease) -> {
                  throw new AssertionError("never leads");
                },
                () -> {
                  throw new AssertionError("never leads");
                },
                () -> RoleSwitch.Elected.NEVER,
                () -> "unknown",
                () -> {
                  throw new AssertionError("never follows");
                }));
  }

  @AfterEach
  void close() {
    roles.close();
    store.close();
  }

  @Test
  void shouldReplaceTheStoreOfAMemberThatIsBeingClosed() {
    roles.start();
    roles.close();
    roles.whileStopped(replacements::incrementAndGet);
    assertThat(replacements).hasValue(1);
  }

  @Test
  void shouldReplaceTheStoreOfAMemberThatIsClosedBeforeItServes() {
    roles.close();
    roles.whileStopped(replacements::incrementAndGet);
    assertThat(replacements).hasValue(1);
  }

  @Test
  void shouldReplaceTheStoreOfAMemberThatBeginsToServe() throws InterruptedException {
    CompletableFuture<Void> replacement =
        CompletableFuture.runAsync(
            () -> roles.whileStopped(replacements::incrementAndGet), Thread::startVirtualThread);
    Thread.sleep(200); // the wait looks at the thread meanwhile
    assertThat(replacement).isNotDone();
    roles.start();
    replacement.join();
    assertThat(replacements).hasValue(1);
  }

  /** Listener of a member whose store is empty. */
  private static final class Unserved implements RoleListener {
    @Override
    public void lead(Store store) {
      throw new AssertionError();
    }

    @Override
    public ReplicaUpdates follow(Store store) {
      throw new AssertionError();
    }

    @Override
    public void stop() {}

    @Override
    public void failed(Throwable cause) {
      throw new AssertionError(cause);
    }
  }
}
