package dev.colonnade.backup;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.progress.CommandProgress;
import dev.colonnade.progress.ProgressCommand;
import dev.colonnade.progress.ProgressCounter;
import dev.colonnade.progress.SessionProgress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Copier of files that computes their checksums and limits its rate. Not thread-safe. */
public final class FileCopier {
  private static final int STEP_BYTES = 1 << 20;
  private static final long CANCEL_INTERVAL_NANOS = 50_000_000;

  private final long bytesPerSecondMax;
  private final NanoTicker ticker;
  private final Runnable cancellation;
  private final CommandProgress progress;
  private final ByteBuffer buffer = ByteBuffer.allocate(STEP_BYTES);
  private final long startNanos;

  /** Bytes read since the start, which determine when the next ones may be read. */
  private long readBytes;

  /**
   * Creates a copier.
   *
   * @param bytesPerSecondMax 0 for no limit
   * @param progress counts the bytes
   */
  FileCopier(
      long bytesPerSecondMax, NanoTicker ticker, Runnable cancellation, CommandProgress progress) {
    this.progress = progress;
    this.bytesPerSecondMax = bytesPerSecondMax;
    this.ticker = ticker;
    this.cancellation = cancellation;
    startNanos = ticker.nanos();
  }

  /** Returns a copier without a limit. */
  public static FileCopier unlimited() {
    return unlimited(() -> {});
  }

  /** Returns a copier without a limit that can be canceled. */
  static FileCopier unlimited(Runnable cancellation) {
    CommandProgress unused = new SessionProgress().begin(ProgressCommand.BACKUP);
    return new FileCopier(0, () -> 0, cancellation, unused);
  }

  /** Returns the SHA-256 of bytes, in hexadecimal digits. */
  static String checksum(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Copies a file to a new one, syncs that, and returns the checksum of what was copied. */
  public String copy(Path from, Path to) throws IOException {
    try (FileChannel out =
        FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      String checksum = read(from, out);
      out.force(true);
      return checksum;
    }
  }

  /** Returns the checksum of a file. */
  public String checksum(Path file) throws IOException {
    return read(file, null);
  }

  private String read(Path from, @Nullable FileChannel to) throws IOException {
    MessageDigest digest = sha256();
    try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ)) {
      while (in.read(buffer.clear()) >= 0) {
        buffer.flip();
        readBytes += buffer.remaining();
        progress.set(ProgressCounter.BYTES_DONE, readBytes);
        digest.update(buffer.duplicate());
        while (to != null && buffer.hasRemaining()) {
          to.write(buffer);
        }
        awaitRate();
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private void awaitRate() {
    cancellation.run();
    if (bytesPerSecondMax == 0) {
      return;
    }
    double dueSeconds = (double) readBytes / bytesPerSecondMax;
    long dueNanos = startNanos + (long) (dueSeconds * TimeUnit.SECONDS.toNanos(1));
    while (dueNanos - ticker.nanos() > 0) {
      LockSupport.parkNanos(Math.min(dueNanos - ticker.nanos(), CANCEL_INTERVAL_NANOS));
      cancellation.run();
    }
  }
}
