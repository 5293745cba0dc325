package dev.colonnade.sql.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.logical.LogicalPlanPrinter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Queries of {@code plans.txt} have the logical plans that follow them. */
class RecordedPlansTest {
  private final TestCatalog catalog = new TestCatalog();

  @Test
  void shouldMakeTheExpectedPlans() throws IOException {
    String expected = text();
    List<String> actual = new ArrayList<>();
    for (String part : expected.split("\n\n", -1)) {
      if (!part.isBlank()) {
        String query = part.strip().lines().findFirst().orElseThrow();
        actual.add(
            query + "\n" + LogicalPlanPrinter.print(catalog.analyze(query).plan()).stripTrailing());
      }
    }
    assertThat(String.join("\n\n", actual) + "\n").isEqualTo(expected);
  }

  private static String text() throws IOException {
    try (InputStream in = RecordedPlansTest.class.getResourceAsStream("plans.txt")) {
      return new String(
          Objects.requireNonNull(in, "plans.txt").readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
