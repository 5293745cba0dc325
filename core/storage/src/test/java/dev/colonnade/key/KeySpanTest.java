package dev.colonnade.key;

import static dev.colonnade.key.KeyTest.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeySpanTest {
  private static KeySpan span(String start, String end) {
    return new KeySpan(key(start), key(end));
  }

  @Test
  void shouldRejectReversedBounds() {
    assertThatThrownBy(() -> span("02", "01"))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessage("span reversed start=0x02 end=0x01");
    assertThatThrownBy(() -> new KeySpan(Key.INFINITY, key("01")))
        .isInstanceOf(ColonnadeException.class);
  }

  @Test
  void shouldIncludeStartAndExcludeEnd() {
    KeySpan span = span("02", "04");
    assertThat(span.contains(key("01ff"))).isFalse();
    assertThat(span.contains(key("02"))).isTrue();
    assertThat(span.contains(key("03ff"))).isTrue();
    assertThat(span.contains(key("04"))).isFalse();
    assertThat(KeySpan.ALL.contains(Key.EMPTY)).isTrue();
    assertThat(KeySpan.ALL.contains(key("ffffff"))).isTrue();
  }

  @Test
  void shouldBeEmptyIfStartEqualsEnd() {
    assertThat(span("02", "02").isEmpty()).isTrue();
    assertThat(span("02", "0200").isEmpty()).isFalse();
    assertThat(new KeySpan(Key.INFINITY, Key.INFINITY).isEmpty()).isTrue();
    assertThat(span("02", "02").contains(key("02"))).isFalse();
  }

  @Test
  void shouldContainOnlyKeysOfThePrefix() {
    KeySpan span = KeySpan.prefix(key("02"));
    assertThat(span).isEqualTo(span("02", "03"));
    assertThat(KeySpan.prefix(key("ff"))).isEqualTo(KeySpan.from(key("ff")));
    assertThat(KeySpan.prefix(Key.EMPTY)).isEqualTo(KeySpan.ALL);
  }

  @Test
  void shouldContainOnlyASingleKey() {
    KeySpan span = KeySpan.single(key("02"));
    assertThat(span.contains(key("02"))).isTrue();
    assertThat(span.contains(key("0200"))).isFalse();
  }

  @Test
  void shouldIntersect() {
    assertThat(span("01", "03").intersect(span("02", "04"))).isEqualTo(span("02", "03"));
    assertThat(span("01", "04").intersect(span("02", "03"))).isEqualTo(span("02", "03"));
    assertThat(KeySpan.ALL.intersect(span("02", "03"))).isEqualTo(span("02", "03"));
    assertThat(span("01", "02").intersect(span("03", "04")).isEmpty()).isTrue();
    assertThat(span("01", "02").intersect(span("02", "03")).isEmpty()).isTrue();
  }

  @Test
  void shouldOverlapIfAKeyIsShared() {
    assertThat(span("01", "03").overlaps(span("02", "04"))).isTrue();
    assertThat(span("01", "02").overlaps(span("02", "03"))).isFalse();
    assertThat(span("01", "04").overlaps(span("02", "02"))).isFalse();
  }

  @Test
  void shouldContainNestedSpans() {
    assertThat(span("01", "04").contains(span("01", "04"))).isTrue();
    assertThat(span("01", "04").contains(span("02", "05"))).isFalse();
    assertThat(span("01", "04").contains(span("07", "07"))).isTrue();
    assertThat(span("01", "04").contains(KeySpan.ALL)).isFalse();
  }

  @Test
  void shouldBeReadable() {
    assertThat(KeySpan.from(key("02"))).hasToString("[0x02, infinity)");
  }

  @Test
  void shouldSpanTheLeastToTheGreatestKey() {
    Key one = Key.of(new byte[] {1});
    Key two = Key.of(new byte[] {2});
    Key three = Key.of(new byte[] {2, 0, 0});
    assertThat(KeySpan.around(List.of()).isEmpty()).isTrue();
    assertThat(KeySpan.around(List.of(two))).isEqualTo(KeySpan.single(two));
    assertThat(KeySpan.around(List.of(two, three, one)))
        .isEqualTo(new KeySpan(one, three.successor()));
  }
}
