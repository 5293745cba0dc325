package dev.colonnade.sql.block.tree;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's condition names of SQLSTATEs. */
public final class ErrorConditionNames {
  private static final Map<String, String> STATES = states();

  private ErrorConditionNames() {}

  /** Returns the SQLSTATE of a condition name in lower case; null if the name is unknown. */
  public static @Nullable String stateOf(String name) {
    return STATES.get(name);
  }

  private static Map<String, String> states() {
    Map<String, String> states = new HashMap<>();
    NAMES
        .lines()
        .forEach(
            line -> {
              int blank = line.indexOf(' ');
              states.put(line.substring(0, blank), line.substring(blank + 1));
            });
    return Map.copyOf(states);
  }

  // Declared last, since it is long; a constant is initialized before any code runs.
  private static final String NAMES =
      """
      successful_completion 00000
      sql_statement_not_yet_complete 03000
      connection_exception 08000
      connection_does_not_exist 08003
      connection_failure 08006
      sqlclient_unable_to_establish_sqlconnection 08001
      protocol_violation 08P01
      triggered_action_exception 09000
      feature_not_supported 0A000
      invalid_transaction_initiation 0B000
      invalid_grantor 0L000
      invalid_role_specification 0P000
      stacked_diagnostics_accessed_without_active_handler 0Z002
      case_not_found 20000
      cardinality_violation 21000
      data_exception 22000
      array_subscript_error 2202E
      datetime_field_overflow 22008
      division_by_zero 22012
      error_in_assignment 22005
      indicator_overflow 22022
      interval_field_overflow 22015
      invalid_argument_for_logarithm 2201E
      invalid_argument_for_power_function 2201F
      invalid_argument_for_width_bucket_function 2201G
      invalid_character_value_for_cast 22018
      invalid_datetime_format 22007
      invalid_escape_sequence 22025
      invalid_parameter_value 22023
      invalid_regular_expression 2201B
      invalid_row_count_in_limit_clause 2201W
      invalid_row_count_in_result_offset_clause 2201X
      invalid_text_representation 22P02
      invalid_binary_representation 22P03
      bad_copy_file_format 22P04
      null_value_not_allowed 22004
      numeric_value_out_of_range 22003
      sequence_generator_limit_exceeded 2200H
      string_data_length_mismatch 22026
      string_data_right_truncation 22001
      substring_error 22011
      character_not_in_repertoire 22021
      integrity_constraint_violation 23000
      restrict_violation 23001
      not_null_violation 23502
      foreign_key_violation 23503
      unique_violation 23505
      check_violation 23514
      exclusion_violation 23P01
      invalid_cursor_state 24000
      invalid_transaction_state 25000
      active_sql_transaction 25001
      no_active_sql_transaction 25P01
      in_failed_sql_transaction 25P02
      read_only_sql_transaction 25006
      invalid_sql_statement_name 26000
      triggered_data_change_violation 27000
      invalid_authorization_specification 28000
      invalid_password 28P01
      dependent_objects_still_exist 2BP01
      invalid_transaction_termination 2D000
      sql_routine_exception 2F000
      invalid_cursor_name 34000
      external_routine_exception 38000
      savepoint_exception 3B000
      invalid_savepoint_specification 3B001
      invalid_catalog_name 3D000
      invalid_schema_name 3F000
      transaction_rollback 40000
      serialization_failure 40001
      transaction_integrity_constraint_violation 40002
      statement_completion_unknown 40003
      deadlock_detected 40P01
      syntax_error_or_access_rule_violation 42000
      syntax_error 42601
      insufficient_privilege 42501
      cannot_coerce 42846
      grouping_error 42803
      windowing_error 42P20
      invalid_recursion 42P19
      invalid_foreign_key 42830
      invalid_name 42602
      name_too_long 42622
      reserved_name 42939
      datatype_mismatch 42804
      indeterminate_datatype 42P18
      wrong_object_type 42809
      generated_always 428C9
      undefined_column 42703
      undefined_function 42883
      undefined_table 42P01
      undefined_parameter 42P02
      undefined_object 42704
      duplicate_column 42701
      duplicate_cursor 42P03
      duplicate_database 42P04
      duplicate_function 42723
      duplicate_prepared_statement 42P05
      duplicate_schema 42P06
      duplicate_table 42P07
      duplicate_alias 42712
      duplicate_object 42710
      ambiguous_column 42702
      ambiguous_function 42725
      ambiguous_parameter 42P08
      ambiguous_alias 42P09
      invalid_column_reference 42P10
      invalid_column_definition 42611
      invalid_object_definition 42P17
      invalid_schema_definition 42P15
      invalid_table_definition 42P16
      with_check_option_violation 44000
      insufficient_resources 53000
      disk_full 53100
      out_of_memory 53200
      too_many_connections 53300
      configuration_limit_exceeded 53400
      program_limit_exceeded 54000
      statement_too_complex 54001
      too_many_columns 54011
      too_many_arguments 54023
      object_not_in_prerequisite_state 55000
      object_in_use 55006
      cant_change_runtime_param 55P02
      lock_not_available 55P03
      operator_intervention 57000
      query_canceled 57014
      admin_shutdown 57P01
      crash_shutdown 57P02
      cannot_connect_now 57P03
      system_error 58000
      io_error 58030
      undefined_file 58P01
      duplicate_file 58P02
      plpgsql_error P0000
      raise_exception P0001
      no_data_found P0002
      too_many_rows P0003
      assert_failure P0004
      internal_error XX000
      data_corrupted XX001
      index_corrupted XX002
      """;
}
