package dev.colonnade.mvcc.buffer;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutation;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.mvcc.mutation.PackedPuts;
import dev.colonnade.testing.Seed;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SortedWriteRunTest {
  private final Random random = Seed.random("SortedWriteRunTest");

  private static Key key(int number) {
    return MvccFixture.key("k%04d".formatted(number));
  }

  private BufferedWrite write() {
    Condition condition =
        switch (random.nextInt(3)) {
          case 0 -> Condition.ABSENT;
          case 1 -> Condition.ANY;
          default -> Condition.versionIs(random.nextLong(1, 100));
        };
    return new BufferedWrite(value(), condition, random.nextBoolean());
  }

  private byte @Nullable [] value() {
    return switch (random.nextInt(4)) {
      case 0 -> null;
      case 1 -> bytes(SortedWriteRun.LARGE_VALUE_BYTES_MIN - 1 + random.nextInt(3));
      default -> bytes(random.nextInt(40));
    };
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  @Test
  void shouldReturnTheWritesItWasCreatedWith() {
    int packedCount = 0;
    for (int round = 0; round < 200; round++) {
      int count = 1 + random.nextInt(30);
      boolean isUniform = random.nextInt(4) == 0;
      Key[] keys = new Key[count];
      BufferedWrite[] writes = new BufferedWrite[count];
      long bytes = 0;
      for (int i = 0; i < count; i++) {
        keys[i] = key(3 * i);
        writes[i] = isUniform && i > 0 ? writes[0] : write();
        bytes += writes[i].byteSize(keys[i]);
      }
      SortedWriteRun run = new SortedWriteRun(keys, writes);
      assertThat(run.size()).isEqualTo(count);
      assertThat(run.bytes()).isEqualTo(bytes);
      assertThat(run.isDeletesOnly())
          .isEqualTo(Stream.of(writes).allMatch(write -> write.value() == null));
      assertThat(run.first()).isEqualTo(keys[0]);
      assertThat(run.last()).isEqualTo(keys[count - 1]);
      for (int i = 0; i < count; i++) {
        assertThat(run.key(i)).isEqualTo(keys[i]);
        requireSame(run.write(i), writes[i]);
        requireSame(run.get(keys[i]), writes[i]);
        assertThat(run.get(key(3 * i + 1))).isNull();
      }
      packedCount += requireSamePuts(run, keys, writes) ? 1 : 0;
    }
    assertThat(packedCount).isBetween(1, 199);
  }

  /** Returns whether a run consists of packed puts, which are its writes then. */
  private boolean requireSamePuts(SortedWriteRun run, Key[] keys, BufferedWrite[] writes) {
    boolean isPacked =
        Stream.of(writes)
            .allMatch(
                write ->
                    write.value() != null
                        && write.value().length < SortedWriteRun.LARGE_VALUE_BYTES_MIN
                        && write.part() == writes[0].part()
                        && write.condition().equals(writes[0].condition())
                        && (write.condition() == Condition.ABSENT
                            || write.condition() == Condition.ANY));
    PackedPuts.Segment puts = run.puts();
    assertThat(puts != null).isEqualTo(isPacked);
    if (puts == null) {
      return false;
    }
    int from = random.nextInt(keys.length);
    Mutations mutations = Mutations.of(new PackedPuts(List.of(puts.slice(from, keys.length))));
    assertThat(mutations.count()).isEqualTo(keys.length - from);
    assertThat(mutations.all()).hasSize(keys.length - from);
    long bytes = 0;
    for (int i = from; i < keys.length; i++) {
      Mutation.OfRow row = (Mutation.OfRow) mutations.all().get(i - from);
      assertThat(row.key()).isEqualTo(keys[i]);
      requireSame(new BufferedWrite(row.value(), row.condition(), !row.counts()), writes[i]);
      bytes += writes[i].byteSize(keys[i]);
    }
    assertThat(mutations.byteSize()).isEqualTo(bytes);
    return true;
  }

  private static void requireSame(@Nullable BufferedWrite found, BufferedWrite expected) {
    assertThat(found).isNotNull();
    requireNonNull(found, "found is null");
    assertThat(found.value()).isEqualTo(expected.value());
    assertThat(found.condition()).isEqualTo(expected.condition());
    assertThat(found.part()).isEqualTo(expected.part());
  }
}
