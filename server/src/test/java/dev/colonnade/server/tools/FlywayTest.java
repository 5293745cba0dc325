package dev.colonnade.server.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.output.MigrateResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of schema migrations by Flyway over both protocols. */
@Timeout(600)
final class FlywayTest {
  @ParameterizedTest
  @EnumSource
  void shouldMigrateASchema(ToolServer.Protocol protocol, @TempDir Path folder) {
    try (ToolServer server = ToolServer.start(folder)) {
      Flyway flyway = flyway(server.dataSource(protocol));
      MigrateResult first = flyway.migrate();
      assertThat(first.success).isTrue();
      assertThat(first.migrationsExecuted).isEqualTo(3);
      assertThat(flyway.migrate().migrationsExecuted).isZero();
      flyway.validate();
      assertThat(flyway.info().applied())
          .extracting(MigrationInfo::getDescription)
          .containsExactly("make orders", "add status", "totals");
      assertThat(flyway.clean().schemasCleaned).containsExactly("public");
      assertThat(flyway.info().applied()).isEmpty();
      assertThat(flyway.migrate().migrationsExecuted).isEqualTo(3);
    }
  }

  /** Flyway's plugins select the database type by the URL, and none accepts the driver's URL. */
  @Test
  void shouldRequireADataSourceForTheNativeProtocol(@TempDir Path folder) {
    try (ToolServer server = ToolServer.start(folder)) {
      assertThatThrownBy(
              () ->
                  Flyway.configure()
                      .dataSource(server.url(ToolServer.Protocol.NATIVE), "colonnade", "")
                      .load()
                      .migrate())
          .isInstanceOf(FlywayException.class)
          .hasMessageContaining("No Flyway database plugin found to handle jdbc:colonnade");
    }
  }

  private static Flyway flyway(DataSource source) {
    Flyway flyway =
        Flyway.configure()
            .dataSource(source)
            .locations("classpath:tools/migrations")
            .cleanDisabled(false)
            .load();
    assertThat(Arrays.asList(flyway.info().pending())).hasSize(3);
    return flyway;
  }
}
