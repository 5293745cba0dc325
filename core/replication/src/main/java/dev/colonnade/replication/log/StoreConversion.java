package dev.colonnade.replication.log;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.range.RangeLayout;
import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.cluster.MemberFile;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.rocks.RocksStore;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Conversion of the store of a server of its own to that of a cluster's first member, and back.
 * Both can be interrupted by a crash at every step, and are repeated or completed by the next
 * start.
 *
 * <p>A converted store has data that are not in the log: its <i>base</i>, of which a record in
 * {@code META} remains. Entries of the log state that they build on a base, so that a member with
 * an empty store cannot apply them without a checkpoint.
 */
public final class StoreConversion {
  /** Key in {@code META} of the record that the store contains a base. */
  static final Key BASE_KEY = Key.wrap("replication/base".getBytes(US_ASCII));

  /** Folders of a member below that of its store. */
  private static final List<String> MEMBER_FOLDERS =
      List.of("log", "checkpoint", "incoming", "installed", "spool");

  private StoreConversion() {}

  /**
   * Makes the store of a server of its own that of a member, if there is one in the folder and it
   * has data; otherwise the member begins with an empty store.
   *
   * @throws ColonnadeException INVALID_CONFIGURATION if the store has data and the member is not
   *     the only one of a new cluster; the store is unchanged then
   */
  public static void adopt(ClusterConfig config) {
    Path folder = config.folder();
    boolean isStore = Files.exists(folder.resolve("COLONNADE"));
    if (isStore && adoptData(config)) {
      write(config);
      RocksStore.deleteSyncedMarker(folder);
    } else {
      write(config);
    }
  }

  private static void write(ClusterConfig config) {
    new MemberFile(config.cluster(), config.self()).write(config.folder());
  }

  /** Writes the record of the base, and flushes the store; returns false if it has no data. */
  private static boolean adoptData(ClusterConfig config) {
    try (RocksStore rocks = RocksStore.open(config.folder(), config.store(), UUID.randomUUID())) {
      if (rocks.get(Space.META, RangeLayout.NEXT_ID) == null) {
        return false;
      }
      if (config.isJoining() || config.peers().size() > 1) {
        throw new ColonnadeException(
            ErrorCode.INVALID_CONFIGURATION,
            "store has data, so it can only be that of the first member: start it with itself as"
                + " the only member (--peers %s=%s), the others with empty folders and --join, and"
                    .formatted(config.self(), config.selfPeer().address())
                + " add them by cluster add; folder="
                + config.folder());
      }
      try (Batch batch = rocks.newBatch()) {
        batch.put(Space.META, BASE_KEY.bytes(), new byte[] {1});
        rocks.write(batch, Durability.SYNC);
      }
      rocks.flush();
      return true;
    }
  }

  /**
   * Makes the store of a stopped member, which has applied its log and made it durable, that of a
   * server of its own; completes this if it was begun before.
   */
  public static void release(Path folder, RocksStoreConfig config) {
    Path leaving = folder.resolve(ClusterConfig.LEAVING_FILE);
    try {
      if (!Files.exists(leaving)) {
        Files.createFile(leaving);
      }
      for (String name : MEMBER_FOLDERS) {
        delete(folder.resolve(name));
      }
      RocksStore.deleteSyncedMarker(folder);
      try (RocksStore rocks = RocksStore.openExisting(folder, config);
          Batch batch = rocks.newBatch()) {
        batch.delete(Space.META, LogPosition.KEY.bytes());
        batch.delete(Space.META, BASE_KEY.bytes());
        rocks.write(batch, Durability.SYNC);
      }
      Files.deleteIfExists(folder.resolve(ClusterConfig.MEMBER_FILE));
      Files.delete(leaving);
    } catch (IOException e) {
      throw new ColonnadeException(
          ErrorCode.STORE_IO, "store could not leave its cluster cause=" + e, e);
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
