package dev.colonnade.sql.command.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.copy.CopyFormat;
import dev.colonnade.sql.copy.CopyOptions;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.syntax.command.CopyCommand;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CopyOptionReaderTest {
  private static CopyOptions read(String sql) {
    CopyCommand node = (CopyCommand) SqlParser.parse(sql).getFirst().statement();
    return CopyOptionReader.read(node.options(), node.from());
  }

  @Test
  void shouldHaveDefaultsOfTheFormat() {
    CopyOptions text = read("copy t from stdin");
    assertThat(text.format()).isEqualTo(CopyFormat.TEXT);
    assertThat(text.delimiter()).isEqualTo('\t');
    assertThat(text.nullText()).isEqualTo("\\N");
    CopyOptions csv = read("copy t from stdin csv header");
    assertThat(csv.delimiter()).isEqualTo(',');
    assertThat(csv.nullText()).isEmpty();
    assertThat(csv.header()).isEqualTo(CopyOptions.Header.SKIP);
    assertThat(csv.quoting().escape()).isEqualTo('"');
  }

  @Test
  void shouldReadBothSyntaxes() {
    CopyOptions expected =
        read("copy t to stdout (format csv, delimiter ';', quote '''', force_quote (a, b))");
    assertThat(read("copy t to stdout delimiter ';' csv quote '''' force quote a, b"))
        .isEqualTo(expected);
    assertThat(expected.quoting().escape()).isEqualTo('\'');
    assertThat(expected.quoting().forced()).isEqualTo(Set.of("a", "b"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "copy t to stdout (bogus 1) | 42601 | 19 | option \"bogus\" not recognized",
        "copy t to stdout csv csv | 42601 | 22 | conflicting or redundant options",
        "copy t to stdout (format (a, b)) | 22023 | 19 | COPY format \"a.b\" not recognized",
        "copy t to stdout (delimiter) | 42601 | 0 | delimiter requires a parameter",
        "copy t to stdout (delimiter 'ab') | 0A000 | 0 | COPY delimiter must be a single"
            + " one-byte character",
        "copy t to stdout (header 2) | 42601 | 0 | header requires a Boolean value or \"match\"",
        "copy t to stdout (format binary, header) | 0A000 | 0 | cannot specify HEADER in BINARY"
            + " mode",
        "copy t to stdout (quote 'x') | 0A000 | 0 | COPY quote available only in CSV mode",
        "copy t from stdin (format csv, force_quote (a)) | 0A000 | 0 | COPY force quote only"
            + " available using COPY TO",
        "copy t from stdin (force_null *) | 22023 | 20 | argument to option \"force_null\" must"
            + " be a list of column names",
        "copy t to stdout (encoding 'x') | 22023 | 19 | argument to option \"encoding\" must be"
            + " a valid encoding name",
      })
  void shouldRefuseInvalidOptions(String sql, String state, int position, String message) {
    ColonnadeException thrown = catchThrowableOfType(ColonnadeException.class, () -> read(sql));
    assertThat(thrown).hasMessage(message);
    assertThat(thrown.sqlState()).isEqualTo(state);
    assertThat(thrown.position()).isEqualTo(position);
  }
}
