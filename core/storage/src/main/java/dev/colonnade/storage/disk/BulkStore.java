package dev.colonnade.storage.disk;

import static java.util.Objects.requireNonNull;

import dev.colonnade.store.ForwardingStore;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import dev.colonnade.store.TableFileWriter;
import dev.colonnade.store.disk.DiskSpace;

/** Store for bulk writes: refuses new table files with DISK_FULL while the disk is full. */
public final class BulkStore extends ForwardingStore {
  private final DiskSpace space;

  public BulkStore(Store target, DiskSpace space) {
    super(target);
    this.space = requireNonNull(space, "space is null");
  }

  @Override
  public TableFileWriter newTableFile(Space keyspace) {
    space.requireForRows();
    return super.newTableFile(keyspace);
  }
}
