# ActiveRecord: migrations with changed and renamed columns and tables, associations, batches, errors, reflection.
require 'active_record'

ActiveRecord::Base.establish_connection(
  adapter: 'postgresql', host: '127.0.0.1', port: ARGV[0], username: 'postgres', database: 'colonnade',
  min_messages: 'warning'
)
ActiveRecord::Migration.verbose = false
CONNECTION = ActiveRecord::Base.connection

def check(expected, found)
  raise "expected #{expected.inspect}, found #{found.inspect}" unless expected == found
end

class Create < ActiveRecord::Migration[6.1]
  def change
    create_table(:ar_users) do |t|
      t.string :name, null: false, limit: 60
      t.string :email, index: { unique: true }
      t.integer :age, default: 3
      t.decimal :balance, precision: 10, scale: 2
      t.jsonb :data, default: {}
      t.text :tags, array: true, default: []
      t.binary :blob
      t.date :born
      t.bigint :big
      t.timestamps
      t.check_constraint 'age > 0', name: 'ar_age'
    end
    create_table(:ar_posts) do |t|
      t.references :user, foreign_key: { to_table: :ar_users }
      t.text :title
      t.integer :views, default: 0
    end
    add_index :ar_posts, :title, where: 'views > 0'
    add_index :ar_users, %i[name age], name: 'ar_names'
  end
end

class Change < ActiveRecord::Migration[6.1]
  def up
    change_column :ar_users, :name, :string, limit: 200
    change_column :ar_users, :age, :bigint
    change_column_default :ar_users, :age, from: 3, to: 5
    change_column_comment :ar_users, :name, 'the name'
    rename_column :ar_users, :age, :years
    rename_column :ar_posts, :views, :hits
    change_column_null :ar_posts, :title, false, ''
    rename_table :ar_posts, :ar_texts
    add_reference :ar_texts, :other, foreign_key: { to_table: :ar_users, on_delete: :cascade }
  end
end

class User < ActiveRecord::Base
  self.table_name = 'ar_users'
  has_many :posts
end

class Post < ActiveRecord::Base
  self.table_name = 'ar_posts'
  belongs_to :user
end

%i[ar_texts ar_posts ar_users].each { |name| CONNECTION.drop_table(name, if_exists: true) }
Create.new.exec_migration(CONNECTION, :up)
user = User.create!(
  name: 'Ann', email: 'a', balance: '1.50', data: { a: [1] }, tags: ['x', 'y z'], blob: "\0\xff".b,
  born: Date.new(2020, 2, 29), big: 2**60
).reload
check [1.5, { 'a' => [1] }, ['x', 'y z'], "\0\xff".b, Date.new(2020, 2, 29), 2**60],
      [user.balance.to_f, user.data, user.tags, user.blob, user.born, user.big]
3.times { |i| user.posts.create!(title: "t#{i}", views: i) }
check %w[Ann Ann Ann], Post.includes(:user).order(:id).map { |post| post.user.name }
check [['Ann', 3]],
      User.left_joins(:posts).group('ar_users.id').select('ar_users.*, COUNT(ar_posts.id) AS n').map { |u| [u.name, u.n] }
check 1, User.where('data @> ?', '{"a":[1]}').where("'x' = ANY(tags)").count
check 3, Post.in_batches(of: 2).update_all('views = views + 1')
check 3, Post.joins(:user).where(ar_users: { name: 'Ann' }).update_all(views: 9)
row = { created_at: Time.now, updated_at: Time.now }
check [['C']], User.insert_all([{ name: 'C', email: 'c', **row }, { name: 'D', email: 'a', **row }], returning: %w[name]).rows
check 1, User.upsert_all([{ name: 'E', email: 'a', **row }], unique_by: :email).length
User.transaction do
  User.create!(name: 'X', email: 'x')
  User.transaction(requires_new: true) { User.lock.find(user.id) && raise(ActiveRecord::Rollback) }
  raise ActiveRecord::Rollback
end
check 0, User.where(name: 'X').count
failures = {
  ActiveRecord::RecordNotUnique => -> { User.create!(name: 'Z', email: 'a') },
  ActiveRecord::InvalidForeignKey => -> { Post.insert!({ user_id: 999_999, title: 'q' }) },
  ActiveRecord::NotNullViolation => -> { User.create!(email: 'n') },
  ActiveRecord::ValueTooLong => -> { User.create!(name: 'n' * 61) }
}
failures.each do |kind, action|
  action.call
  raise "#{kind} was expected"
rescue kind
  next
end

Change.new.exec_migration(CONNECTION, :up)
User.reset_column_information
columns = CONNECTION.columns(:ar_users).to_h { |column| [column.name, [column.sql_type, column.default]] }
check ['character varying(200)', nil], columns['name']
check ['bigint', '5'], columns['years']
check ['character varying', nil], columns['email']
check [['other_id', 'ar_users', :cascade], ['user_id', 'ar_users', nil]],
      CONNECTION.foreign_keys(:ar_texts).map { |key| [key.column, key.to_table, key.on_delete] }.sort
check ['id', ['id', 'public.ar_texts_id_seq']],
      [CONNECTION.primary_key(:ar_texts), CONNECTION.pk_and_sequence_for(:ar_texts).map(&:to_s)]
check %w[ar_names index_ar_users_on_email], CONNECTION.indexes(:ar_users).map(&:name).sort
check 2, User.count
%i[ar_texts ar_users].each { |name| CONNECTION.drop_table(name) }
puts 'ok'
