-- A session of Neovim: opens the file in $FILE, applies the first fix, saves.
vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.FILE))
local id = vim.lsp.start_client({name = 'verify', cmd = {vim.env.VERIFY, 'lsp'}, root_dir = vim.fn.getcwd()})
vim.lsp.buf_attach_client(0, id)
local function diagnosed(n)
  vim.wait(60000, function() return #vim.diagnostic.get(0) == n end, 50)
  for _, d in ipairs(vim.diagnostic.get(0)) do print('diagnostic at', d.lnum + 1, d.message, '\n') end
end
diagnosed(1)
local params = vim.lsp.util.make_range_params()
local d = vim.diagnostic.get(0)[1]
params.range = {start = {line = d.lnum, character = d.col}, ['end'] = {line = d.lnum, character = d.col + 1}}
params.context = {diagnostics = {}}
local answer = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, 10000)
vim.lsp.util.apply_workspace_edit(answer[id].result[1].edit, 'utf-16')
vim.cmd('write')
diagnosed(0)
print('at the end', #vim.diagnostic.get(0), '\n')
vim.cmd('qa!')
