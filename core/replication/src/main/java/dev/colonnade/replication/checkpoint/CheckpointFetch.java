package dev.colonnade.replication.checkpoint;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.replication.log.LogPosition;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Copy of a checkpoint of another member. A copy that was interrupted, also by a loss of power, is
 * resumed if the other member still has the same checkpoint. One thread; the next part is requested
 * while one is written, and a file is synced while the next one is copied.
 */
public final class CheckpointFetch {
  private static final String ID_FILE = "id";

  /** File with the position of a copy that is complete. */
  private static final String COMPLETE_FILE = "complete";

  /** Suffix of the name of a file that is not complete; no file of RocksDB has it. */
  private static final String PARTIAL_SUFFIX = ".partial";

  /** Bytes of a file after which it is synced: each sync waits for those of all other writers. */
  static final long SYNC_BYTES = 16L * CheckpointSource.PART_BYTES_MAX;

  private final UnaryOperator<ByteBuffer> peer;
  private final Path folder;
  private final TransferRate rate;
  private final long syncBytes;

  /** Sync and rename of the last file. */
  private CompletableFuture<Void> finishing = CompletableFuture.completedFuture(null);

  /**
   * Creates a copy.
   *
   * @param peer sends a request to the other member and returns the answer; throws a {@code
   *     ColonnadeException} if that fails. Called by several threads, one after the other
   * @param folder folder for the copy and what is needed to resume it
   * @param rate limit of the rate of the copy
   */
  public CheckpointFetch(UnaryOperator<ByteBuffer> peer, Path folder, TransferRate rate) {
    this(peer, folder, rate, SYNC_BYTES);
  }

  /**
   * Creates a copy.
   *
   * @param syncBytes bytes of a file after which it is synced, a multiple of a part
   */
  CheckpointFetch(UnaryOperator<ByteBuffer> peer, Path folder, TransferRate rate, long syncBytes) {
    this.syncBytes = syncBytes;
    this.peer = requireNonNull(peer, "peer is null");
    this.folder = requireNonNull(folder, "folder is null");
    this.rate = requireNonNull(rate, "rate is null");
  }

  /** Creates a copy at any rate. */
  public CheckpointFetch(UnaryOperator<ByteBuffer> peer, Path folder) {
    this(
        peer,
        folder,
        new TransferRate(TransferRate.UNLIMITED, NanoTicker.system(), LockSupport::parkNanos));
  }

  /** Returns the folder of the files of a complete copy. */
  public Path files() {
    return folder.resolve("files");
  }

  /**
   * Copies a checkpoint that contains everything up to an index, and possibly more. Returns the
   * position that it contains.
   */
  public LogPosition copy(long minIndex) {
    CheckpointMessage.Listing listing =
        CheckpointMessage.decodeListing(peer.apply(CheckpointMessage.open(minIndex)));
    if (listing.position().index() < minIndex) {
      throw new ColonnadeException(
          ErrorCode.STORE_IO,
          "checkpoint is too old: index=%d wanted=%d"
              .formatted(listing.position().index(), minIndex));
    }
    try {
      prepare(listing);
      for (CheckpointMessage.FileEntry file : listing.files()) {
        copy(listing, file);
      }
      get(finishing);
      complete(listing.position());
    } catch (IOException e) {
      throw CheckpointSource.failed(e);
    } finally {
      // After a failure, too: the next copy may delete the file.
      finishing.handle((done, failure) -> null).join();
    }
    return listing.position();
  }

  /** Removes the files of another checkpoint. */
  private void prepare(CheckpointMessage.Listing listing) throws IOException {
    Path idFile = folder.resolve(ID_FILE);
    String id = listing.id() + " " + listing.position().term();
    if (!Files.exists(idFile) || !Files.readString(idFile).equals(id)) {
      delete();
      Files.createDirectories(files());
      Files.writeString(idFile, id);
    }
    Files.createDirectories(files());
  }

  /** Marks the copy as complete, when all of it is on disk. */
  private void complete(LogPosition position) throws IOException {
    force(files());
    Path partial = folder.resolve(COMPLETE_FILE + PARTIAL_SUFFIX);
    Files.write(partial, position.encode());
    force(partial);
    Files.move(partial, folder.resolve(COMPLETE_FILE), StandardCopyOption.ATOMIC_MOVE);
    force(folder);
  }

  private static void force(Path path) throws IOException {
    StandardOpenOption access =
        Files.isDirectory(path) ? StandardOpenOption.READ : StandardOpenOption.WRITE;
    try (FileChannel channel = FileChannel.open(path, access)) {
      channel.force(true);
    }
  }

  /** Returns the position of a complete copy that is not installed; null if there is none. */
  public @Nullable LogPosition completePosition() {
    Path complete = folder.resolve(COMPLETE_FILE);
    if (!Files.exists(complete) || !Files.isDirectory(files())) {
      return null;
    }
    try {
      return LogPosition.decode(Files.readAllBytes(complete));
    } catch (IOException e) {
      throw CheckpointSource.failed(e);
    }
  }

  /** Copies a file if it is not complete; it has its name when it is on disk. */
  private void copy(CheckpointMessage.Listing listing, CheckpointMessage.FileEntry file)
      throws IOException {
    Path complete = files().resolve(file.name());
    if (Files.exists(complete)) {
      return;
    }
    Path partial = files().resolve(file.name() + PARTIAL_SUFFIX);
    try (FileChannel out =
        FileChannel.open(partial, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      long offset = resumedOffset(Math.min(out.size(), file.bytes()));
      out.truncate(offset);
      out.position(offset);
      CompletableFuture<byte[]> next = request(listing, file, offset);
      while (offset < file.bytes()) {
        byte[] part = get(next);
        rate.transferred(part.length);
        next = request(listing, file, offset + part.length);
        out.write(ByteBuffer.wrap(part));
        offset += part.length;
        if (offset % syncBytes == 0) {
          out.force(true);
        }
      }
    }
    get(finishing);
    finishing =
        CompletableFuture.runAsync(() -> finish(partial, complete), Thread::startVirtualThread);
  }

  private static void finish(Path partial, Path complete) {
    try {
      force(partial);
      Files.move(partial, complete, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw CheckpointSource.failed(e);
    }
  }

  private static <T> T get(CompletableFuture<T> future) throws IOException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the copy of a checkpoint was interrupted");
    }
  }

  /**
   * Returns the offset at which a file with {@code bytes} is resumed. After a loss of power a file
   * can have parts that were not on disk yet, without their content: those since the last sync.
   */
  private long resumedOffset(long bytes) {
    return bytes == 0 ? 0 : (bytes - 1) / syncBytes * syncBytes;
  }

  /** Requests the part at an offset; at the end of the file there is none, and it is empty. */
  private CompletableFuture<byte[]> request(
      CheckpointMessage.Listing listing, CheckpointMessage.FileEntry file, long offset) {
    return offset >= file.bytes()
        ? CompletableFuture.completedFuture(new byte[0])
        : CompletableFuture.supplyAsync(
            () -> read(listing, file, offset), Thread::startVirtualThread);
  }

  private byte[] read(
      CheckpointMessage.Listing listing, CheckpointMessage.FileEntry file, long offset) {
    int length = (int) Math.min(CheckpointSource.PART_BYTES_MAX, file.bytes() - offset);
    CheckpointMessage.Read read =
        new CheckpointMessage.Read(listing.id(), file.name(), offset, length);
    byte[] part = CheckpointMessage.decodePart(peer.apply(CheckpointMessage.encode(read)));
    if (part.length != length) {
      throw CheckpointSource.failed(
          new IOException("part is too short: file=%s offset=%d".formatted(file, offset)));
    }
    return part;
  }

  /** Deletes the copy, or what is left after its files were moved. */
  public void delete() {
    try {
      Files.deleteIfExists(folder.resolve(COMPLETE_FILE)); // before any of its files
    } catch (IOException e) {
      throw CheckpointSource.failed(e);
    }
    CheckpointSource.delete(folder);
  }
}
