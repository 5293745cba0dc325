package dev.colonnade.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.testing.Seed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class EnumTypeTest {
  private static final EnumType COLOR = EnumType.create(1, "color", List.of("red", "green"));

  @Test
  void shouldFindLabelsAndRanks() {
    assertThat(COLOR.labelOf(COLOR.rankOf("green"))).isEqualTo("green");
    assertThat(COLOR.positionOf(COLOR.rankOf("green"))).isEqualTo(1);
    assertThat(COLOR.hasRank(COLOR.rankOf("red"))).isTrue();
    assertThat(COLOR.hasRank(12345)).isFalse();
    assertCode(ErrorCode.UNKNOWN_ENUM_LABEL, () -> COLOR.rankOf("mauve"));
    assertCode(ErrorCode.STORE_CORRUPT, () -> COLOR.labelOf(12345));
  }

  @Test
  void shouldAddLabelsAnywhereAndKeepRanks() {
    Random random = Seed.random("EnumTypeTest");
    EnumType type = EnumType.create(1, "e", List.of());
    List<String> model = new ArrayList<>();
    Map<String, Integer> ranks = new HashMap<>();
    for (int i = 0; i < 200; i++) {
      String label = "l" + i;
      int position = random.nextInt(model.size() + 1);
      if (position == model.size()) {
        type = type.withLast(label);
      } else if (random.nextBoolean() || position == 0) {
        type = type.withBefore(label, model.get(position));
      } else {
        type = type.withAfter(label, model.get(position - 1));
      }
      model.add(position, label);
      ranks.put(label, type.rankOf(label));
    }
    assertThat(type.labels()).extracting(EnumLabel::label).isEqualTo(model);
    assertThat(type.labels())
        .allSatisfy(label -> assertThat(ranks).containsEntry(label.label(), label.rank()));
  }

  @Test
  void shouldAddManyLabelsAtTheEnds() {
    EnumType type = COLOR;
    for (int i = 0; i < 700; i++) {
      type = type.withLast("last" + i).withBefore("first" + i, type.labels().getFirst().label());
    }
    assertThat(type.labels()).hasSize(1402);
    assertThat(type.labels().getLast().label()).isEqualTo("last699");
  }

  @Test
  void shouldRejectLabelWithoutAFreeRank() {
    EnumType type = COLOR;
    int added = 0;
    try {
      while (added < 100) {
        type = type.withBefore("l" + added, "green");
        added++;
      }
    } catch (ColonnadeException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
    assertThat(added).isEqualTo(24);
    assertThat(type.withLast("still possible").labels()).hasSize(27);
  }

  @Test
  void shouldRejectDuplicateLabelsAndDescendingRanks() {
    assertCode(ErrorCode.DUPLICATE_OBJECT, () -> COLOR.withLast("red"));
    assertCode(ErrorCode.DUPLICATE_OBJECT, () -> EnumType.create(1, "e", List.of("a", "a")));
    List<EnumLabel> descending = List.of(new EnumLabel("a", 2), new EnumLabel("b", 1));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> new EnumType(1, "e", descending));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> new EnumLabel("", 1));
  }

  @Test
  void shouldAcceptLabelsUpToTheLimit() {
    List<String> labels = IntStream.range(0, EnumType.LABELS_MAX).mapToObj(i -> "l" + i).toList();
    EnumType type = EnumType.create(1, "e", labels);
    assertThat(type.labels().getLast().rank()).isPositive();
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> type.withLast("one more"));
  }

  private static void assertCode(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
