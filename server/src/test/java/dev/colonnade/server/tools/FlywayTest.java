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

/** Flyway migrates a schema, over both ports. */
@Timeout(600)
final class FlywayTest {
  @ParameterizedTest
  @EnumSource
  void shouldMigrateASchema(Doors.Door door, @TempDir Path folder) {
    try (Doors doors = Doors.open(folder)) {
      Flyway flyway = flyway(doors.source(door));
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

  /** Its types of databases are plugins of Flyway's; none of them knows our URL. */
  @Test
  void shouldNeedADataSourceForTheNativePort(@TempDir Path folder) {
    try (Doors doors = Doors.open(folder)) {
      assertThatThrownBy(
              () ->
                  Flyway.configure()
                      .dataSource(doors.url(Doors.Door.NATIVE), "colonnade", "")
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
