package dev.colonnade.flight.login;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialsTest {
  @Test
  void shouldParseUserAndPassword() {
    assertThat(Credentials.parse("Basic dXNlcjpwYTpzcw=="))
        .isEqualTo(new Credentials.UserPassword("user", "pa:ss"));
    assertThat(Credentials.parse("basic dXNlcjo="))
        .isEqualTo(new Credentials.UserPassword("user", ""));
  }

  @Test
  void shouldParseTokens() {
    assertThat(Credentials.parse("Bearer 0a1b")).isEqualTo(new Credentials.Token("0a1b"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Basic", "Basic ***", "Basic dXNlcg==", "Basic OnBhc3M=", "Digest x"})
  void shouldReturnNullForOthers(String header) {
    assertThat(Credentials.parse(header)).isNull();
  }
}
