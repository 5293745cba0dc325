package dev.colonnade.sql.plan.tree;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.SqlType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.util.Litmus;

/** Type in a statement's tree that is not part of its text. */
public final class KnownTypeSpec extends SqlTypeNameSpec {
  private final SqlType type;

  private KnownTypeSpec(SqlType type, SqlParserPos pos) {
    super(new SqlIdentifier(type.toString(), pos), pos);
    this.type = requireNonNull(type, "type is null");
  }

  /** The type as an operand of a cast. */
  public static SqlDataTypeSpec of(SqlType type, SqlParserPos pos) {
    return new SqlDataTypeSpec(new KnownTypeSpec(type, pos), pos);
  }

  @Override
  public RelDataType deriveType(SqlValidator validator) {
    return CalciteTypes.relType(validator.getTypeFactory(), type);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword(type.toString());
  }

  @Override
  public boolean equalsDeep(SqlTypeNameSpec other, Litmus litmus) {
    return (other instanceof KnownTypeSpec spec && spec.type.equals(type))
        ? litmus.succeed()
        : litmus.fail("{} != {}", this, other);
  }
}
