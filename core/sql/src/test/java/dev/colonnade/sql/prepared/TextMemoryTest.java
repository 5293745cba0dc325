package dev.colonnade.sql.prepared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.execute.memory.MemoryPool;
import org.junit.jupiter.api.Test;

/** Tests of the memory account of a text. */
class TextMemoryTest {
  private static final String LONG = " ".repeat(TextMemory.FREE_LENGTH_MAX + 1);
  private static final int POOL_BYTES = 1 << 20;

  private final MemoryPool pool = new MemoryPool(POOL_BYTES);
  private final TextMemory memory = new TextMemory(pool);

  @Test
  void shouldChargeLongTextsOnly() {
    memory.begin(" ".repeat(TextMemory.FREE_LENGTH_MAX));
    memory.grow(POOL_BYTES + 1);
    assertThat(pool.bytesUsed()).isZero();
    memory.begin(LONG);
    memory.grow(1_000);
    assertThat(pool.bytesUsed()).isEqualTo(2L * LONG.length() + 1_000);
  }

  @Test
  void shouldFreeTheTextBefore() {
    memory.begin(LONG);
    memory.begin(LONG);
    assertThat(pool.bytesUsed()).isEqualTo(2L * LONG.length());
    memory.begin("short");
    assertThat(pool.bytesUsed()).isZero();
    memory.begin(LONG);
    memory.close();
    memory.close();
    assertThat(pool.bytesUsed()).isZero();
  }

  @Test
  void shouldRefuseWhatThePoolDoesNotHave() {
    memory.begin(LONG);
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> memory.grow(POOL_BYTES))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.MEMORY_LIMIT));
    memory.grow(1_000);
    assertThat(pool.bytesUsed()).isEqualTo(2L * LONG.length() + 1_000);
  }
}
