package dev.colonnade.archive;

import static java.util.Objects.requireNonNull;

import dev.colonnade.backup.FileCopier;
import dev.colonnade.store.Space;
import dev.colonnade.store.TableFileWriter;
import dev.colonnade.store.rocks.RocksStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * Table file that is copied to the archive when it is finished, before writers have to wait for its
 * ingestion. One thread.
 */
final class ArchivedTableFile implements TableFileWriter {
  private final RocksStore rocks;
  private final TableFileWriter target;
  private final Archiver archiver;
  private final Path part;
  private @Nullable IngestedFile copy;

  ArchivedTableFile(RocksStore rocks, Space space, Archiver archiver) {
    this.rocks = requireNonNull(rocks, "rocks is null");
    this.archiver = requireNonNull(archiver, "archiver is null");
    target = rocks.newTableFile(space);
    part = archiver.newPart();
  }

  TableFileWriter target() {
    return target;
  }

  @Override
  public void put(byte[] key, byte[] value) {
    target.put(key, value);
  }

  @Override
  public void put(byte[] pairs, int keyOffset, int keyLength, int valueLength) {
    target.put(pairs, keyOffset, keyLength, valueLength);
  }

  @Override
  public long byteSize() {
    return target.byteSize();
  }

  @Override
  public void finish() {
    target.finish();
    try {
      Path file = rocks.pathOf(target);
      String checksum = FileCopier.unlimited().copy(file, part);
      copy = new IngestedFile(rocks.spaceOf(target), Files.size(file), checksum);
    } catch (IOException e) {
      archiver.fail("copy", e);
    }
  }

  /** Gives the copy its name in the archive; throws IOException if there is none. */
  IngestedFile moveTo(Path path) throws IOException {
    IngestedFile copied = copy;
    if (copied == null) {
      throw new IOException("table file is not in the archive");
    }
    Files.move(part, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return copied;
  }

  @Override
  public void close() {
    target.close();
    try {
      Files.deleteIfExists(part);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
