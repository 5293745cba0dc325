package dev.colonnade.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SystemPrefixTest {
  @Test
  void shouldBlankTheSchemaInFrontOfWordsWithASyntaxOfTheirOwn() {
    assertThat(SystemPrefix.blanked("select pg_catalog.unnest(a), pg_catalog.lower(b)"))
        .isEqualTo("select            unnest(a), pg_catalog.lower(b)");
    assertThat(SystemPrefix.blanked("select Current_Schema( ) from t"))
        .isEqualTo("select Current_Schema    from t");
  }

  @Test
  void shouldLeaveTextsNamesAndCommentsAlone() {
    String sql =
        "select 'it''s pg_catalog.unnest(a)', \"pg_catalog.unnest(\" -- current_schema()\n"
            + "/* pg_catalog.unnest(a) */";
    assertThat(SystemPrefix.blanked(sql)).isEqualTo(sql);
  }

  @Test
  void shouldTakeTextsOfAnyLength() {
    String sql = "select '" + "pg_catalog.unnest(''x''), ".repeat(100_000) + "'";
    assertThat(SystemPrefix.blanked(sql)).isEqualTo(sql);
  }
}
