package dev.colonnade.storage;

import dev.colonnade.bulk.BulkWrites;
import dev.colonnade.bulk.SortSpace;
import dev.colonnade.mvcc.buffer.SpillSpace;
import dev.colonnade.mvcc.commit.CommitDependencies;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.gc.GarbageCollector;
import dev.colonnade.range.RangeOperations;
import dev.colonnade.range.Ranges;
import dev.colonnade.split.pressure.WritePressure;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.storage.disk.BulkStore;
import dev.colonnade.storage.disk.SpaceAdmission;
import dev.colonnade.storage.disk.SpaceProposer;
import dev.colonnade.storage.lifecycle.StorageDependencies;
import dev.colonnade.storage.lifecycle.StorageRole;
import dev.colonnade.store.Store;
import dev.colonnade.store.disk.DiskSpace;

/** Factory methods of parts of an engine whose options depend on its role. */
final class EngineParts {
  /** Maximum bytes of a batch of a leader: entries of a replicated log are limited. */
  private static final long LEADER_BATCH_BYTES_MAX = 16L << 20;

  /** Memory for the sorted entries of a new index, in bytes. */
  private static final long SORT_BYTES_MAX = 64L << 20;

  private EngineParts() {}

  /** Dependencies of the parts of an engine. */
  record Context(
      StorageConfig config,
      StorageDependencies dependencies,
      Store store,
      VersionAccess versions,
      StorageRole role,
      DiskSpace disk) {}

  /** Returns the space of uncommitted writes; deletes the files that a crash has left. */
  static SpillSpace spillSpace(StorageConfig config) {
    return new SpillSpace(
        config.folder().resolve("transactions"),
        config.transactions().writeMemory().ownBytesMax(),
        config.transactions().writeMemory().allBytesMax());
  }

  /** Returns the bulk writes, which a full disk refuses. */
  static BulkWrites newBulkWrites(
      Context engine, CommitPipeline pipeline, Ranges ranges, RangeOperations operations) {
    StorageConfig config = engine.config();
    return new BulkWrites(
        new BulkStore(engine.store(), engine.disk()),
        pipeline,
        ranges,
        operations,
        new SortSpace(config.folder().resolve("sorts"), SORT_BYTES_MAX),
        config.split().limits().maxBytes() / 2);
  }

  /** Returns the commit pipeline. */
  static CommitPipeline newPipeline(
      Context engine, GroupParticipant participants, WritePressure pressure) {
    StorageDependencies dependencies = engine.dependencies();
    Store store = engine.store();
    return new CommitPipeline(
        store,
        engine.versions().clock(),
        engine.versions().published(),
        withDisk(
            CommitDependencies.local(
                    store, participants, dependencies.commits(), dependencies.ticker())
                .withAdmission(pressure),
            engine.disk()),
        engine.role() == StorageRole.STANDALONE
            ? engine.config().commit()
            : engine.config().commit().withStoreBytesMax(LEADER_BATCH_BYTES_MAX));
  }

  private static CommitDependencies withDisk(CommitDependencies dependencies, DiskSpace disk) {
    return dependencies
        .withAdmission(new SpaceAdmission(disk, dependencies.admission()))
        .withProposer(new SpaceProposer(dependencies.proposer(), disk));
  }

  /** Returns the schedule of the garbage collector. */
  static GarbageCollectionSchedule newCollector(Context engine, CommitPipeline pipeline) {
    return new GarbageCollectionSchedule(
        () ->
            new GarbageCollector(
                engine.store(),
                pipeline,
                engine.versions().published(),
                engine.versions().guard(),
                engine.config().retention().collector()),
        engine.versions().clock(),
        engine.config().retention(),
        engine.dependencies().background(),
        engine.role());
  }
}
