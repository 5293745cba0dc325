package dev.colonnade.replication.checkpoint;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.replication.log.LogApplier;
import dev.colonnade.replication.log.LogPosition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Source of checkpoints for other members. At most one checkpoint exists at a time, as hard links
 * below the folder of the store; it is replaced when a member needs a newer one, and deleted when
 * the member starts or stops. Thread-safe.
 */
public final class CheckpointSource implements AutoCloseable {
  /** Maximum bytes of a part. */
  static final int PART_BYTES_MAX = 4 << 20;

  /**
   * Time after the last request in which the entries after the checkpoint are kept: the member
   * installs it, and requests them.
   */
  static final long FETCH_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);

  private final LogApplier applier;
  private final Path folder;
  private final NanoTicker ticker;

  /** Guarded by the monitor, like the time of its last request. */
  private CheckpointMessage.@Nullable Listing current;

  private long requestedNanos;

  /**
   * Creates a source.
   *
   * @param folder folder of the checkpoint; its content is deleted
   */
  public CheckpointSource(LogApplier applier, Path folder) {
    this(applier, folder, NanoTicker.system());
  }

  CheckpointSource(LogApplier applier, Path folder, NanoTicker ticker) {
    this.ticker = requireNonNull(ticker, "ticker is null");
    this.applier = requireNonNull(applier, "applier is null");
    this.folder = requireNonNull(folder, "folder is null");
    delete(folder);
  }

  /** Answers a request; throws PROTOCOL_VIOLATION if it is none. */
  public synchronized ByteBuffer answer(ByteBuffer request) {
    ByteBuffer in = request.slice();
    if (in.remaining() == 1 + Long.BYTES && in.get(0) == CheckpointMessage.OPEN) {
      return CheckpointMessage.encode(open(in.getLong(1)));
    }
    if (in.remaining() > 1 && in.get() == CheckpointMessage.READ) {
      return read(CheckpointMessage.decodeRead(in));
    }
    throw new ColonnadeException(ErrorCode.PROTOCOL_VIOLATION, "unknown request of a member");
  }

  /**
   * Returns the index that the checkpoint contains which a member is fetching, or has fetched a
   * short time ago; {@link Long#MAX_VALUE} if none does.
   */
  public synchronized long fetchedIndex() {
    CheckpointMessage.Listing known = current;
    return known == null || ticker.nanos() - requestedNanos > FETCH_NANOS_MAX
        ? Long.MAX_VALUE
        : known.position().index();
  }

  private CheckpointMessage.Listing open(long minIndex) {
    requestedNanos = ticker.nanos();
    CheckpointMessage.Listing known = current;
    if (known != null && known.position().index() >= minIndex) {
      return known;
    }
    current = null;
    delete(folder);
    LogPosition position = applier.checkpoint(folder);
    // Another member can have a checkpoint at the same position, with other files of these names.
    long id = UUID.randomUUID().getMostSignificantBits();
    CheckpointMessage.Listing made = new CheckpointMessage.Listing(id, position, files());
    current = made;
    return made;
  }

  private List<CheckpointMessage.FileEntry> files() {
    List<CheckpointMessage.FileEntry> entries = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        entries.add(
            new CheckpointMessage.FileEntry(String.valueOf(file.getFileName()), Files.size(file)));
      }
    } catch (IOException e) {
      throw failed(e);
    }
    return entries;
  }

  private ByteBuffer read(CheckpointMessage.Read request) {
    requestedNanos = ticker.nanos();
    CheckpointMessage.Listing known = current;
    boolean isKnown =
        known != null
            && known.id() == request.id()
            && known.files().stream().anyMatch(file -> file.name().equals(request.name()));
    if (!isKnown || request.length() < 1 || request.length() > PART_BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "no such part of a checkpoint: " + request);
    }
    try (FileChannel file = FileChannel.open(folder.resolve(request.name()))) {
      ByteBuffer bytes = ByteBuffer.allocate(request.length());
      file.read(bytes, request.offset());
      byte[] part = new byte[bytes.flip().remaining()];
      bytes.get(part);
      return CheckpointMessage.encodePart(part);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public synchronized void close() {
    current = null;
    delete(folder);
  }

  static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  static ColonnadeException failed(IOException cause) {
    return new ColonnadeException(
        ErrorCode.STORE_IO, "files of a checkpoint failed cause=" + cause, cause);
  }
}
