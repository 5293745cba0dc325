package dev.colonnade.sql.definition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DefinitionAuditTest {
  @Test
  void shouldHidePasswords() {
    assertThat(
            DefinitionAudit.withoutPasswords(
                "alter role eve with encrypted password 'se''cret' valid until 'infinity'"))
        .isEqualTo("alter role eve with encrypted password '***' valid until 'infinity'");
    assertThat(DefinitionAudit.withoutPasswords("create user a PASSWORD E'x\\ny' login"))
        .isEqualTo("create user a PASSWORD '***' login");
    assertThat(DefinitionAudit.withoutPasswords("create user a password $$x$$"))
        .isEqualTo("create user a password '***'");
    assertThat(DefinitionAudit.withoutPasswords("create table password (password text)"))
        .isEqualTo("create table password (password text)");
  }

  @Test
  void shouldKeepALineInOneLine() {
    assertThat(DefinitionAudit.printable("create\n table\rt\t")).isEqualTo("create  table t ");
    assertThat(DefinitionAudit.printable("x".repeat(5000))).hasSize(DefinitionAudit.TEXT_MAX);
  }
}
