package dev.colonnade.mvcc.commit.extension;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.key.Key;
import dev.colonnade.store.Batch;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AddedKeysTest {
  private static Key key(String text) {
    return Key.wrap(text.getBytes(UTF_8));
  }

  @Test
  void shouldReportEachKeyToAParticipantThatDoesNotTakeThemTogether() {
    AddedKeys added = new AddedKeys(List.of(key("a"), key("bc")), new int[] {10, 20, 99});
    List<VersionDelta> deltas = new ArrayList<>();
    GroupParticipant participant =
        new GroupParticipant() {
          @Override
          public void changed(VersionDelta delta) {
            deltas.add(delta);
          }

          @Override
          public void beforeWrite(Batch batch) {}

          @Override
          public void applied() {}

          @Override
          public Runnable inLog() {
            return () -> {};
          }

          @Override
          public void discarded() {}
        };
    new CompositeParticipant(participant, GroupParticipant.NONE).changed(added);
    assertThat(deltas)
        .containsExactly(
            new VersionDelta(key("a"), 1, 11, 0, 0, 0),
            new VersionDelta(key("bc"), 1, 22, 0, 0, 0));
  }

  @Test
  void shouldReturnTheSpanOfTheKeys() {
    AddedKeys added = new AddedKeys(List.of(key("a"), key("b"), key("c")), new int[3]);
    assertThat(added.count()).isEqualTo(3);
    assertThat(added.span().contains(key("a"))).isTrue();
    assertThat(added.span().contains(key("c"))).isTrue();
    assertThat(added.span().contains(key("c").successor())).isFalse();
  }

  @Test
  void shouldRefuseNoKeysAndMissingValues() {
    assertThatThrownBy(() -> new AddedKeys(List.of(), new int[1]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new AddedKeys(List.of(key("a")), new int[0]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
