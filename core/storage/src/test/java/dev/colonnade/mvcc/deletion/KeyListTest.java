package dev.colonnade.mvcc.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.testing.Seed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class KeyListTest {
  private final Random random = Seed.random("KeyListTest");

  private Key randomKey(byte[] prefix) {
    byte[] key = Arrays.copyOf(prefix, prefix.length + random.nextInt(4));
    for (int i = prefix.length; i < key.length; i++) {
      key[i] = (byte) random.nextInt(256);
    }
    return Key.wrap(key);
  }

  private List<Key> randomKeys(byte[] prefix) {
    TreeSet<Key> keys = new TreeSet<>();
    for (int i = 1 + random.nextInt(60); i > 0; i--) {
      keys.add(randomKey(prefix));
    }
    return new ArrayList<>(keys);
  }

  private static KeyList encodedAndDecoded(KeyList list) {
    ByteBuffer bytes = ByteBuffer.allocate(list.encodedBytes()).order(ByteOrder.LITTLE_ENDIAN);
    list.encode(bytes);
    assertThat(bytes.hasRemaining()).isFalse();
    return KeyList.decode(bytes.flip());
  }

  @Test
  void shouldFindItsKeys() {
    for (int round = 0; round < 500; round++) {
      byte[] prefix = new byte[random.nextInt(20)];
      random.nextBytes(prefix);
      List<Key> keys = randomKeys(prefix);
      KeyList list = encodedAndDecoded(KeyList.of(keys));
      assertThat(list).isEqualTo(KeyList.of(keys));
      assertThat(list.count()).isEqualTo(keys.size());
      for (int i = 0; i < keys.size(); i++) {
        assertThat(list.key(i)).isEqualTo(keys.get(i));
      }
      for (int i = 0; i < 30; i++) {
        search(list, keys, i < 25 ? randomKey(prefix) : randomKey(new byte[0]));
        search(list, keys, keys.get(random.nextInt(keys.size())));
      }
    }
  }

  private void search(KeyList list, List<Key> keys, Key key) {
    boolean isContained = keys.contains(key);
    long below = keys.stream().filter(other -> other.compareTo(key) < 0).count();
    assertThat(list.contains(key.bytes())).isEqualTo(isContained);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(key.length() + 1);
      MemorySegment.copy(MemorySegment.ofArray(key.bytes()), 0, copy, 0, key.length());
      int near = random.nextInt(keys.size() + 1);
      int found = list.find(copy.address(), key.length(), near);
      assertThat(found).isEqualTo(isContained ? (int) below : (int) -below - 1);
    }
  }

  @Test
  void shouldHaveAFixedFormat() {
    KeyList list = KeyList.of(List.of(key("0102"), key("010203"), key("0105")));
    ByteBuffer bytes = ByteBuffer.allocate(list.encodedBytes()).order(ByteOrder.LITTLE_ENDIAN);
    list.encode(bytes);
    assertThat(HexFormat.of().formatHex(bytes.array()))
        .isEqualTo(
            "03000000" + "01000000" + "01" + "0100" + "0200" + "0100" + "02" + "0203" + "05");
  }

  private static Key key(String hex) {
    return Key.wrap(HexFormat.of().parseHex(hex));
  }

  @Test
  void shouldRefuseDamagedBytes() {
    KeyList list = KeyList.of(List.of(key("0102"), key("010203"), key("0105")));
    ByteBuffer bytes = ByteBuffer.allocate(list.encodedBytes()).order(ByteOrder.LITTLE_ENDIAN);
    list.encode(bytes);
    for (int length = 0; length < bytes.capacity(); length++) {
      ByteBuffer cut =
          ByteBuffer.wrap(Arrays.copyOf(bytes.array(), length)).order(ByteOrder.LITTLE_ENDIAN);
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> KeyList.decode(cut))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_CORRUPT));
    }
    ByteBuffer more =
        ByteBuffer.wrap(Arrays.copyOf(bytes.array(), bytes.capacity() + 1))
            .order(ByteOrder.LITTLE_ENDIAN);
    assertThatExceptionOfType(ColonnadeException.class).isThrownBy(() -> KeyList.decode(more));
  }
}
