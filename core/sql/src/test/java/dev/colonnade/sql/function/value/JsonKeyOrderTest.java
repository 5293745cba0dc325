package dev.colonnade.sql.function.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonKeyOrderTest {
  private static final List<String> LETTERS =
      List.of("", "a", "z", "é", "ｆ", "𝒳", "\u007f", "߿", "\u0800");

  @Test
  void isThatOfLengthAndBytesInUtf8() {
    List<String> keys = new ArrayList<>();
    for (String first : LETTERS) {
      for (String second : LETTERS) {
        for (String third : LETTERS) {
          keys.add(first + second + third);
        }
      }
    }
    Comparator<String> byBytes =
        Comparator.<String>comparingInt(key -> key.getBytes(StandardCharsets.UTF_8).length)
            .thenComparing(key -> key.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    for (String one : keys) {
      for (String other : keys) {
        assertThat(Integer.signum(JsonKeyOrder.INSTANCE.compare(one, other)))
            .as("%s and %s", one, other)
            .isEqualTo(Integer.signum(byBytes.compare(one, other)));
      }
    }
  }
}
