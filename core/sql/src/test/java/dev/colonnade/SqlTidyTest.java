package dev.colonnade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.testing.tidy.Tidy;
import org.junit.jupiter.api.Test;

/** Style of the sources of this module. */
class SqlTidyTest {
  /**
   * The parser, the planner and the two execution engines are being replaced by one pipeline; they
   * keep their shape until they are deleted.
   */
  private static final String[] TO_BE_REPLACED = {
    "dev.colonnade.sql.parse",
    "dev.colonnade.sql.plan",
    "dev.colonnade.sql.run",
    "dev.colonnade.sql.statement",
    "dev.colonnade.sql.vector"
  };

  @Test
  void shouldBeTidy() {
    Tidy tidy =
        Tidy.ofModule()
            .exempting(TO_BE_REPLACED)
            // Factories of errors.
            .toleratingCycle("OperatorException", "SqlErrors")
            // A fragment declares variables, whose defaults are fragments.
            .toleratingCycle("BlockVariable", "SqlFragment")
            // Recursive descent: blocks have statements, statements have blocks.
            .toleratingCycle("BlockParser", "StepParser");
    assertThat(tidy.violations()).isEmpty();
  }
}
