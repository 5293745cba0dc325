package dev.colonnade.store.rocks.config;

import static java.util.Objects.requireNonNull;

/**
 * Configuration of the table files (SSTs) of a store. A change applies to files written afterwards.
 *
 * @param blockBytes size of a data block before compression, default 32 KiB: the unit of reads,
 *     caching and decompression
 * @param bloomBitsPerKey bits per key of the Bloom filter, with which point reads skip most files,
 *     default 10 (1% false positives); 0 for none
 * @param compression compression of the upper levels, default {@link Compression#LZ4}
 * @param bottomCompression compression of the last level, which contains about 90% of the data,
 *     default {@link Compression#LZ4}
 * @param fileBytes target size of a file, default 64 MiB
 */
public record TableFileConfig(
    int blockBytes,
    int bloomBitsPerKey,
    Compression compression,
    Compression bottomCompression,
    long fileBytes) {
  public static final int BLOCK_BYTES_MIN = 1024;
  public static final int BLOCK_BYTES_MAX = 1024 * 1024;
  public static final int BLOOM_BITS_MAX = 32;
  public static final long FILE_BYTES_MIN = 64 * 1024;
  public static final long FILE_BYTES_MAX = 1L << 32;

  /** Compression of data blocks. */
  public enum Compression {
    NONE,
    /** Fast: a cold scan is hardly slower than without compression. */
    LZ4,
    /** A third smaller than LZ4, and slower to read. */
    ZSTD
  }

  public TableFileConfig {
    ConfigLimits.check("blockBytes", blockBytes, BLOCK_BYTES_MIN, BLOCK_BYTES_MAX);
    ConfigLimits.check("bloomBitsPerKey", bloomBitsPerKey, 0, BLOOM_BITS_MAX);
    requireNonNull(compression, "compression is null");
    requireNonNull(bottomCompression, "bottomCompression is null");
    ConfigLimits.check("fileBytes", fileBytes, FILE_BYTES_MIN, FILE_BYTES_MAX);
  }

  public static TableFileConfig defaults() {
    return new TableFileConfig(32 * 1024, 10, Compression.LZ4, Compression.LZ4, 64L * 1024 * 1024);
  }

  public TableFileConfig withBlockBytes(int bytes) {
    return new TableFileConfig(bytes, bloomBitsPerKey, compression, bottomCompression, fileBytes);
  }

  public TableFileConfig withFileBytes(long bytes) {
    return new TableFileConfig(blockBytes, bloomBitsPerKey, compression, bottomCompression, bytes);
  }
}
