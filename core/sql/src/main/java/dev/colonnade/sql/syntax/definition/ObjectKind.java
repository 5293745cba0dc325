package dev.colonnade.sql.syntax.definition;

import java.util.Locale;

/** Kinds of objects, named by the keywords of their statements. */
public enum ObjectKind {
  ACCESS_METHOD,
  AGGREGATE,
  CAST,
  COLLATION,
  COLUMN,
  CONSTRAINT,
  CONVERSION,
  DATABASE,
  DOMAIN,
  DOMAIN_CONSTRAINT,
  EVENT_TRIGGER,
  EXTENSION,
  FOREIGN_DATA_WRAPPER,
  FOREIGN_TABLE,
  FUNCTION,
  INDEX,
  LANGUAGE,
  LARGE_OBJECT,
  MATERIALIZED_VIEW,
  OPERATOR,
  OPERATOR_CLASS,
  OPERATOR_FAMILY,
  PARAMETER,
  POLICY,
  PROCEDURE,
  PUBLICATION,
  ROLE,
  ROUTINE,
  RULE,
  SCHEMA,
  SEQUENCE,
  SERVER,
  STATISTICS,
  SUBSCRIPTION,
  TABLE,
  TABLESPACE,
  TEXT_SEARCH_CONFIGURATION,
  TEXT_SEARCH_DICTIONARY,
  TEXT_SEARCH_PARSER,
  TEXT_SEARCH_TEMPLATE,
  TRANSFORM,
  TRIGGER,
  TYPE,
  USER_MAPPING,
  VIEW;

  /** Returns the keywords of the kind in upper case. */
  public String keywords() {
    return name().replace('_', ' ');
  }

  /** Returns the keywords of the kind in lower case. */
  public String description() {
    return keywords().toLowerCase(Locale.ROOT);
  }
}
