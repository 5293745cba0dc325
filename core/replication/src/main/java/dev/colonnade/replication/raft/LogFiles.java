package dev.colonnade.replication.raft;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.replication.log.LogPosition;
import dev.colonnade.replication.log.MemberStore;
import dev.colonnade.storage.cluster.ClusterConfig;
import java.nio.file.Files;
import org.apache.ratis.io.CorruptedFileException;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.exceptions.ChecksumException;
import org.jspecify.annotations.Nullable;

/** Checks of the files of the log of a member against its store when it starts. */
final class LogFiles {
  private LogFiles() {}

  /** Throws INVALID_CONFIGURATION if the store has applied entries and there is no log. */
  static void requirePresent(ClusterConfig config, RaftGroupId group, MemberStore store) {
    boolean exists =
        Files.exists(
            RaftOptions.folder(config.folder())
                .resolve(group.getUuid().toString())
                .resolve("current")
                .resolve("raft-meta"));
    if (!exists && !store.applied().equals(LogPosition.START)) {
      store.close();
      throw new ColonnadeException(
          ErrorCode.INVALID_CONFIGURATION,
          "the store has applied entries of a log that is missing: position=%s. %s"
              .formatted(store.applied(), remedy(config)));
    }
  }

  /** Throws STORE_CORRUPT if entries between the store and the beginning of the log are missing. */
  static void requireContinuation(ClusterConfig config, long firstIndex, MemberStore store) {
    if (firstIndex > store.applied().index() + 1) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT,
          "the store is older than the log: position=%s firstInLog=%d. %s"
              .formatted(store.applied(), firstIndex, remedy(config)));
    }
  }

  /** Returns whether a failure was caused by damaged files of the log. */
  static boolean isDamage(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CorruptedFileException || cause instanceof ChecksumException) {
        return true;
      }
    }
    return false;
  }

  static ColonnadeException damaged(ClusterConfig config, Throwable cause) {
    return new ColonnadeException(
        ErrorCode.STORE_CORRUPT,
        "the log of this member is damaged: cause=%s. %s".formatted(cause, remedy(config)),
        cause);
  }

  private static String remedy(ClusterConfig config) {
    return "Remove the member (colonnade cluster remove %s), empty its folder %s, start it with"
            .formatted(config.self(), config.folder())
        + " --join, and add it; the other members have the data";
  }
}
