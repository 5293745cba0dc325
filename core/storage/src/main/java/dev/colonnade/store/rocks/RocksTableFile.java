package dev.colonnade.store.rocks;

import static java.util.Objects.requireNonNull;

import dev.colonnade.store.Space;
import dev.colonnade.store.TableFileWriter;
import java.nio.file.Path;
import org.rocksdb.EnvOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/** Table file of RocksDB that is written outside of the database, and then moved into it. */
final class RocksTableFile implements TableFileWriter {
  private final RocksEngine engine;
  private final Space space;
  private final Path path;
  private final EnvOptions environment = new EnvOptions();
  private final SstFileWriter writer;
  private long byteSize;
  private boolean isClosed;

  /** Creates a file, with the options of the files of the database. */
  RocksTableFile(RocksEngine engine, Space space) {
    this.engine = requireNonNull(engine, "engine is null");
    this.space = requireNonNull(space, "space is null");
    path = engine.directory().newTableFile();
    writer = new SstFileWriter(environment, engine.options().tableFiles());
    try {
      writer.open(path.toString());
    } catch (RocksDBException e) {
      close();
      throw RocksErrors.translate("open table file", e);
    }
  }

  Space space() {
    return space;
  }

  Path path() {
    return path;
  }

  @Override
  public void put(byte[] key, byte[] value) {
    try {
      writer.put(key, value);
    } catch (RocksDBException e) {
      throw RocksErrors.translate("write table file", e);
    }
    byteSize += (long) key.length + value.length;
  }

  @Override
  public long byteSize() {
    return byteSize;
  }

  @Override
  public void finish() {
    try {
      writer.finish();
    } catch (RocksDBException e) {
      throw RocksErrors.translate("finish table file", e);
    }
  }

  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    writer.close();
    environment.close();
    engine.directory().deleteTableFile(path);
  }
}
