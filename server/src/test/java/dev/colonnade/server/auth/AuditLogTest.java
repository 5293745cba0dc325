package dev.colonnade.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AuditLogTest {
  @Test
  void shouldEscapeWhatCouldForgeALine() {
    assertThat(AuditLog.quoted("a\"b\\c")).isEqualTo("\"a\\\"b\\\\c\"");
    assertThat(AuditLog.quoted("eve\n2026 INFO login user=postgres\r\u001b[2J"))
        .isEqualTo("\"eve\\u000a2026 INFO login user=postgres\\u000d\\u001b[2J\"");
    assertThat(AuditLog.quoted("x".repeat(10_000))).hasSize(258);
    assertThat(AuditLog.quoted(null)).isEqualTo("\"\"");
  }
}
