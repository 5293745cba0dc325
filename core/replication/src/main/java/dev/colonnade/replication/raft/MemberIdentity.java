package dev.colonnade.replication.raft;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.cluster.ClusterConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Identity of a member in the folder of its store, so that a member is not started with the folder
 * of another member or cluster.
 */
final class MemberIdentity {
  private static final String FILE = ClusterConfig.MEMBER_FILE;

  private MemberIdentity() {}

  /** Writes the identity at the first start; throws INVALID_CONFIGURATION if it differs later. */
  static void check(ClusterConfig config) {
    Path file = config.folder().resolve(FILE);
    String identity = "cluster=%s\nmember=%s\n".formatted(config.cluster(), config.self());
    try {
      if (!Files.exists(file)) {
        Files.createDirectories(config.folder());
        Path written = config.folder().resolve(FILE + ".new");
        Files.writeString(written, identity);
        Files.move(written, file);
        return;
      }
      String found = Files.readString(file);
      if (!found.equals(identity)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_CONFIGURATION,
            "folder belongs to another member: %s expected: %s folder=%s"
                .formatted(
                    found.strip().replace('\n', ' '),
                    identity.strip().replace('\n', ' '),
                    config.folder()));
      }
    } catch (IOException e) {
      throw new ColonnadeException(
          ErrorCode.STORE_IO, "identity of the member failed cause=" + e, e);
    }
  }
}
