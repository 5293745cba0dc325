package dev.colonnade.sql.prepared;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.execute.memory.MemoryPool;
import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.memory.QueryMemory;
import org.jspecify.annotations.Nullable;

/**
 * Memory account of the text that a session runs, in the pool of all queries: its tokens, syntax
 * trees and plans. Short texts have none. One thread at a time.
 */
public final class TextMemory implements AutoCloseable {
  /** Maximum length of a text without an account, in characters. */
  static final int FREE_LENGTH_MAX = 64 * 1024;

  /** Number of times that the characters of a text are in memory: the text and its strings. */
  private static final int TEXT_COPIES = 2;

  private final MemoryPool pool;
  private @Nullable QueryMemory account;
  private @Nullable OperatorMemory used;

  public TextMemory(MemoryPool pool) {
    this.pool = requireNonNull(pool, "pool is null");
  }

  /** Returns whether a text is so short that it has no account. */
  public static boolean isFree(String text) {
    return text.length() <= FREE_LENGTH_MAX;
  }

  /**
   * Frees the memory of the text before, and charges a text.
   *
   * @throws dev.colonnade.error.ColonnadeException MEMORY_LIMIT if too little is left
   */
  public void begin(String text) {
    close();
    if (!isFree(text)) {
      account = pool.open(pool.bytesMax(), false, Cancellation.withoutDeadline());
      used = account.newOperator();
      used.grow(TEXT_COPIES * (long) text.length());
    }
  }

  /**
   * Charges bytes to the account.
   *
   * @throws dev.colonnade.error.ColonnadeException MEMORY_LIMIT if too few are left
   */
  public void grow(long bytes) {
    if (used != null) {
      used.grow(bytes);
    }
  }

  /** Frees the memory. Idempotent. */
  @Override
  public void close() {
    if (account != null) {
      account.close();
      account = null;
      used = null;
    }
  }
}
