package dev.colonnade.server.pg.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class SaslMessageTest {
  @Test
  void shouldReadSaslMessages() {
    byte[] content = {'M', 0, 0, 0, 0, 2, 'n', ','};
    assertThat(SaslMessage.initial(content)).isEqualTo(new SaslMessage("M", "n,"));
    content[5] = 3;
    assertThatThrownBy(() -> SaslMessage.initial(content)).hasMessageContaining("malformed SASL");
    assertThatThrownBy(() -> SaslMessage.initial(new byte[0]))
        .hasMessageContaining("malformed SASL");
  }
}
