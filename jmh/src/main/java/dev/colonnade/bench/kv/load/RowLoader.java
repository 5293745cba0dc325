package dev.colonnade.bench.kv.load;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.mutation.WriteDurability;
import java.util.SplittableRandom;

/** Loader that fills a table with rows of the first keys. */
public final class RowLoader {
  private static final int BATCH_BYTES = 1 << 20;

  private final LoadSetup setup;
  private final KvKeys keys;
  private final BlockSource blocks;

  public RowLoader(LoadSetup setup) {
    this.setup = setup;
    this.keys = new KvKeys(setup.seed());
    this.blocks = new BlockSource(setup.blocks(), setup.seed());
  }

  public KvKeys keys() {
    return keys;
  }

  /** Writes rows until their values have this number of bytes. Returns the number of rows. */
  public long load(ColonnadeClient client, ClientTable table, long bytes) {
    SplittableRandom random = new SplittableRandom(setup.seed());
    long rowCount = 0;
    try (WriteBatch batch = table.newBatch().durability(WriteDurability.RELAXED)) {
      long written = 0;
      while (written < bytes) {
        byte[] block = blocks.next(random);
        batch.upsert().putLong(keys.key(rowCount++)).putBytes(block).end();
        written += block.length;
        if (batch.bytes() >= BATCH_BYTES || written >= bytes) {
          client.write(batch);
          batch.clear();
        }
      }
    }
    return rowCount;
  }
}
