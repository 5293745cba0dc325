package dev.colonnade.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Texts of random pieces of statements: they parse or are refused, and nothing else happens. */
class SqlParserFuzzTest {
  private static final int TEXTS = 20_000;
  private static final String PIECES = "'\"$;()[],.:*/-+%<>=!@#^&|`?\\ \n\täU&eEbxX0123456789";

  @Test
  void shouldParseOrRefuse() {
    long seed = Long.getLong("fuzz.seed", System.nanoTime());
    System.out.println("fuzz.seed=" + seed);
    Random random = new Random(seed);
    List<RecordedStatements.Recorded> statements = RecordedStatements.read();
    for (int i = 0; i < TEXTS; i++) {
      String text = text(random, statements);
      try {
        SqlParser.parse(text);
      } catch (ColonnadeException e) {
        assertThat(e.position()).isBetween(0, text.length() + 1);
      } catch (RuntimeException e) {
        throw new AssertionError("seed=" + seed + " text=" + text, e);
      }
    }
  }

  private static String text(Random random, List<RecordedStatements.Recorded> statements) {
    StringBuilder text = new StringBuilder();
    for (int parts = random.nextInt(3) + 1; parts > 0; parts--) {
      String sql = statements.get(random.nextInt(statements.size())).sql();
      int start = random.nextInt(sql.length() + 1);
      text.append(sql, start, start + random.nextInt(sql.length() - start + 1));
      for (int pieces = random.nextInt(4); pieces > 0; pieces--) {
        text.append(PIECES.charAt(random.nextInt(PIECES.length())));
      }
    }
    return text.toString();
  }
}
