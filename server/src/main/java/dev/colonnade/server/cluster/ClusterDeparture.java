package dev.colonnade.server.cluster;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.cluster.ClusterMember;
import dev.colonnade.storage.cluster.ClusterPeer;
import dev.colonnade.storage.cluster.ClusterProvider;
import dev.colonnade.storage.cluster.ClusterStatus;
import dev.colonnade.storage.cluster.MemberFile;
import dev.colonnade.storage.cluster.RoleListener;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.storage.lifecycle.StorageRole;
import dev.colonnade.storage.replica.ReplicaUpdates;
import dev.colonnade.store.Store;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Departure of the last member from its cluster: applies its log, and makes its store that of a
 * server of its own. A departure that a crash has interrupted is completed.
 */
public final class ClusterDeparture implements RoleListener {
  private static final long WAIT_SECONDS = 60;

  private final StorageConfig storage;
  private final CountDownLatch leads = new CountDownLatch(1);

  /** Used by the role's thread. */
  private @Nullable Database database;

  private volatile @Nullable Throwable failure;

  private ClusterDeparture(StorageConfig storage) {
    this.storage = requireNonNull(storage, "storage is null");
  }

  /**
   * Makes a member's store that of a server of its own; no effect if it is already.
   *
   * @throws ColonnadeException INVALID_CONFIGURATION if the cluster has other members
   */
  public static void run(StorageConfig storage) {
    boolean isBegun = Files.exists(storage.folder().resolve(ClusterConfig.LEAVING_FILE));
    Optional<MemberFile> member = MemberFile.read(storage.folder());
    if (!isBegun && member.isEmpty()) {
      return;
    }
    if (!isBegun) {
      new ClusterDeparture(storage).applyLog(member.get());
    }
    ClusterProvider.find().release(storage.folder(), storage.store());
  }

  private void applyLog(MemberFile file) {
    ClusterPeer self = new ClusterPeer(file.member(), "127.0.0.1", freePort());
    ClusterConfig config =
        new ClusterConfig(
            file.cluster(),
            file.member(),
            List.of(self),
            false,
            storage.folder(),
            storage.store(),
            ClusterConfig.Timing.DEFAULT,
            Optional.empty());
    try (ClusterMember member = ClusterProvider.find().start(config, this)) {
      ClusterStatus status = member.status();
      boolean isLast =
          status.members().size() == 1
              && status.members().getFirst().peer().id().equals(file.member());
      if (!isLast) {
        throw refusal(status);
      }
      if (!leads.await(WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw refusal(member.status());
      }
      long applied = member.status().log().applied();
      member.flush();
      if (failure != null || member.status().log().durable() < applied) {
        throw new ColonnadeException(
            ErrorCode.STORE_IO, "the log could not be applied cause=" + failure);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColonnadeException(ErrorCode.CANCELED, "the departure was interrupted", e);
    }
  }

  private static ColonnadeException refusal(ClusterStatus status) {
    return new ColonnadeException(
        ErrorCode.INVALID_CONFIGURATION,
        "only the last member can leave its cluster with its store: remove the others by cluster"
            + " remove, members="
            + status.members().stream().map(member -> member.peer().id()).toList());
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new ColonnadeException(ErrorCode.PORT_UNAVAILABLE, "no free port cause=" + e, e);
    }
  }

  /** All entries of earlier terms are applied when a member leads. */
  @Override
  public void lead(Store store) {
    leads.countDown();
  }

  @Override
  public ReplicaUpdates follow(Store store) {
    Database opened = Database.open(storage, store, StorageRole.REPLICA);
    database = opened;
    return opened.storage().replicaUpdates();
  }

  @Override
  public void stop() {
    Database open = database;
    database = null;
    if (open != null) {
      open.close();
    }
  }

  @Override
  public void failed(Throwable cause) {
    failure = cause;
  }
}
