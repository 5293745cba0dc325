package dev.colonnade.split;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** JFR event of a split or a merge. */
@Name("dev.colonnade.RangeChange")
@Label("Range Change")
@Category("Colonnade")
@Description("A split or a merge of ranges")
@StackTrace(false)
final class RangeChangeEvent extends Event {
  @Label("Reason")
  String reason = "";

  @Label("First Range")
  long range;

  @Label("Ranges Before")
  int rangesBefore;

  @Label("Ranges After")
  int rangesAfter;

  @Label("Start Key")
  String startKey = "";

  @Label("Cut Keys")
  @Description("Start keys of the new ranges, at most 8")
  String cutKeys = "";

  @Label("Bytes")
  @DataAmount
  long bytes;

  @Label("Largest Bytes")
  @DataAmount
  long largestBytes;
}
