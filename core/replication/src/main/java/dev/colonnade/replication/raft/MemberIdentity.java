package dev.colonnade.replication.raft;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.replication.log.StoreConversion;
import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.cluster.MemberFile;
import dev.colonnade.store.rocks.RocksStore;
import java.nio.file.Files;
import java.util.Optional;

/**
 * Identity of a member in the folder of its store, so that a member is not started with the folder
 * of another member or cluster.
 */
final class MemberIdentity {
  private MemberIdentity() {}

  /**
   * Writes the identity at the first start; throws INVALID_CONFIGURATION if it differs later.
   *
   * @param first run before it is written, if the folder has neither a member nor a store
   * @param later run otherwise
   */
  static void check(ClusterConfig config, Runnable first, Runnable later) {
    if (Files.exists(config.folder().resolve(ClusterConfig.LEAVING_FILE))) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CONFIGURATION,
          "the store is leaving its cluster: complete it by start --leave-cluster folder="
              + config.folder());
    }
    Optional<MemberFile> found = MemberFile.read(config.folder());
    if (found.isEmpty()) {
      RocksStore.requireOwn(config.folder());
      (Files.exists(config.folder().resolve("COLONNADE")) ? later : first).run();
      StoreConversion.adopt(config);
      return;
    }
    MemberFile expected = new MemberFile(config.cluster(), config.self());
    if (!found.get().equals(expected)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CONFIGURATION,
          ("folder belongs to another member: cluster=%s member=%s expected: cluster=%s member=%s"
                  + " folder=%s")
              .formatted(
                  found.get().cluster(),
                  found.get().member(),
                  expected.cluster(),
                  expected.member(),
                  config.folder()));
    }
    later.run();
  }
}
