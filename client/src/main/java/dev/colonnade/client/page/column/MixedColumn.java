package dev.colonnade.client.page.column;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.result.ResultColumn;

/** Column whose rows have different layouts: each row selects one of several readers. */
public final class MixedColumn extends ColumnReader {
  private final ColumnReader[] choices;
  private final int[] choiceOfRow;

  /**
   * Creates a reader.
   *
   * @param choices the readers to select from
   * @param choiceOfRow the index of the reader of each row; neither array is copied
   */
  public MixedColumn(ResultColumn column, ColumnReader[] choices, int[] choiceOfRow) {
    super(column);
    this.choices = choices;
    this.choiceOfRow = choiceOfRow;
  }

  @Override
  public boolean isNull(int row) {
    return choice(row).isNull(row);
  }

  @Override
  public boolean booleanAt(int row) {
    return choice(row).booleanAt(row);
  }

  @Override
  public short shortAt(int row) {
    return choice(row).shortAt(row);
  }

  @Override
  public int intAt(int row) {
    return choice(row).intAt(row);
  }

  @Override
  public long longAt(int row) {
    return choice(row).longAt(row);
  }

  @Override
  public float floatAt(int row) {
    return choice(row).floatAt(row);
  }

  @Override
  public double doubleAt(int row) {
    return choice(row).doubleAt(row);
  }

  @Override
  public long unscaledHighAt(int row) {
    return choice(row).unscaledHighAt(row);
  }

  @Override
  public long unscaledLowAt(int row) {
    return choice(row).unscaledLowAt(row);
  }

  @Override
  public long uuidMostSignificantAt(int row) {
    return choice(row).uuidMostSignificantAt(row);
  }

  @Override
  public long uuidLeastSignificantAt(int row) {
    return choice(row).uuidLeastSignificantAt(row);
  }

  @Override
  public int ordinalAt(int row) {
    return choice(row).ordinalAt(row);
  }

  @Override
  public int byteLengthAt(int row) {
    return choice(row).byteLengthAt(row);
  }

  @Override
  public String textAt(int row) {
    return choice(row).textAt(row);
  }

  @Override
  public void copyBytesAt(int row, byte[] target, int targetOffset) {
    choice(row).copyBytesAt(row, target, targetOffset);
  }

  @Override
  protected void detach() {
    for (ColumnReader choice : choices) {
      detachPart(choice);
    }
  }

  private ColumnReader choice(int row) {
    return choices[choiceOfRow[row]];
  }
}
